// Bytes as text, which a page may hold. `crates/pgn-cli/src/rewrite/interactive.rs` writes it.

/** The digits: the signs of ASCII without a meaning in HTML. */
const DIGITS = Array.from({ length: 94 }, (_, n) => n + 33).filter((code) => ![38, 60, 62].includes(code));

/**
 * Bytes from text: two digits of base 91 are thirteen bits, or fourteen where these are less than
 * the first two hundredth. The text is a tenth shorter than in base 64.
 */
export function fromText(text: string): Uint8Array {
  const values = new Map(DIGITS.map((code, value) => [code, value]));
  const bytes = new Uint8Array(Math.ceil((text.length * 7) / 8));
  let [first, bits, count, n] = [-1, 0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const value = values.get(text.charCodeAt(at));
    if (value === undefined) continue;
    if (first < 0) {
      first = value;
      continue;
    }
    const pair = first + value * 91;
    first = -1;
    bits |= pair << count;
    count += (pair & 8191) > 88 ? 13 : 14;
    for (; count > 7; count -= 8, bits >>= 8) bytes[n++] = bits;
  }
  if (first >= 0) bytes[n++] = bits | (first << count);
  return bytes.subarray(0, n);
}
