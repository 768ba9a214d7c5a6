// Numbers with their nouns.

const number = new Intl.NumberFormat("en");

/** A number as people write it. */
export const shown = (count: number) => number.format(count);

/** `1 game`, `2,000 games`. */
export const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${shown(count)} ${count === 1 ? noun : plural}`;
