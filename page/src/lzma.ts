// Unpacking LZMA: a quarter less to carry than gzip, which is all that browsers unpack themselves.
// The form is that of files `.lzma` with a known size.

/** Where the probabilities of each decision begin. */
const IS_MATCH = 0, IS_REPEAT = 192, IS_REPEAT_0 = 204, IS_REPEAT_1 = 216, IS_REPEAT_2 = 228;
const IS_SHORT = 240, SLOT = 432, DISTANCE = 688, ALIGN = 803, LENGTH = 819, REPEAT_LENGTH = 1333;
const LITERAL = 1847;

/** Unpacks a file. Throws if it is cut off. */
export function unpackLzma(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = new DataView(packed.buffer, packed.byteOffset);
  const properties = header.getUint8(0);
  const literalBits = properties % 9;
  const placeMask = (1 << Math.floor(properties / 9) % 5) - 1;
  const positionMask = (1 << Math.floor(properties / 45)) - 1;
  const out = new Uint8Array(header.getUint32(5, true));
  const probabilities = new Uint16Array(LITERAL + (0x300 << (literalBits + 4))).fill(1024);
  let range = 0xffffffff, code = header.getUint32(14), at = 18;

  const normalize = () => {
    if (range >= 0x1000000) return;
    range = (range << 8) >>> 0;
    code = ((code << 8) | packed[at++]!) >>> 0;
  };
  const bit = (idx: number): number => {
    const probability = probabilities[idx]!;
    const bound = (range >>> 11) * probability;
    const one = code >= bound;
    if (one) {
      range -= bound;
      code -= bound;
      probabilities[idx] = probability - (probability >> 5);
    } else {
      range = bound;
      probabilities[idx] = probability + ((2048 - probability) >> 5);
    }
    normalize();
    return one ? 1 : 0;
  };
  /** So many bits, the highest first, each with a probability that depends on those before. */
  const tree = (base: number, n: number): number => {
    let node = 1;
    for (let k = 0; k < n; k += 1) node = (node << 1) | bit(base + node);
    return node - (1 << n);
  };
  /** The same, the lowest first. */
  const reversed = (base: number, n: number): number => {
    let node = 1, value = 0;
    for (let k = 0; k < n; k += 1) {
      const one = bit(base + node);
      node = (node << 1) | one;
      value |= one << k;
    }
    return value;
  };
  /** Bits that are as likely as not. */
  const plain = (n: number): number => {
    let value = 0;
    for (let k = 0; k < n; k += 1) {
      range >>>= 1;
      const one = code >= range;
      if (one) code -= range;
      value = (value << 1) | (one ? 1 : 0);
      normalize();
    }
    return value;
  };
  const length = (base: number, position: number): number => {
    if (!bit(base)) return 2 + tree(base + 2 + position * 8, 3);
    if (!bit(base + 1)) return 10 + tree(base + 130 + position * 8, 3);
    return 18 + tree(base + 258, 8);
  };
  const distance = (size: number): number => {
    const slot = tree(SLOT + Math.min(size - 2, 3) * 64, 6);
    if (slot < 4) return slot;
    const n = (slot >> 1) - 1;
    const begin = (2 | (slot & 1)) << n;
    if (slot < 14) return begin + reversed(DISTANCE + begin - slot, n);
    return begin + (plain(n - 4) << 4) + reversed(ALIGN, 4);
  };

  let state = 0, n = 0;
  // The last four distances, less one.
  let [last0, last1, last2, last3] = [0, 0, 0, 0];
  while (n < out.length && at <= packed.length) {
    const position = n & positionMask;
    if (!bit(IS_MATCH + state * 16 + position)) {
      const place = ((n & placeMask) << literalBits) + ((out[n - 1] ?? 0) >> (8 - literalBits));
      const base = LITERAL + 0x300 * place;
      let symbol = 1;
      if (state >= 7) {
        let expected = out[n - last0 - 1]!;
        let same = true;
        while (same && symbol < 256) {
          const wanted = (expected >> 7) & 1;
          expected <<= 1;
          const one = bit(base + ((1 + wanted) << 8) + symbol);
          symbol = (symbol << 1) | one;
          same = wanted === one;
        }
      }
      while (symbol < 256) symbol = (symbol << 1) | bit(base + symbol);
      out[n++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let size = 1;
    if (!bit(IS_REPEAT + state)) {
      size = length(LENGTH, position);
      [last0, last1, last2, last3] = [distance(size), last0, last1, last2];
      state = state < 7 ? 7 : 10;
    } else {
      let isShort = false;
      if (!bit(IS_REPEAT_0 + state)) {
        isShort = !bit(IS_SHORT + state * 16 + position);
      } else if (!bit(IS_REPEAT_1 + state)) {
        [last0, last1] = [last1, last0];
      } else if (!bit(IS_REPEAT_2 + state)) {
        [last0, last1, last2] = [last2, last0, last1];
      } else {
        [last0, last1, last2, last3] = [last3, last0, last1, last2];
      }
      if (!isShort) size = length(REPEAT_LENGTH, position);
      state = isShort ? (state < 7 ? 9 : 11) : state < 7 ? 8 : 11;
    }
    for (; size > 0 && n < out.length; size -= 1, n += 1) out[n] = out[n - last0 - 1]!;
  }
  if (n < out.length) throw new Error("the module is cut off");
  return out;
}
