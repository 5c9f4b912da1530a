/** A seeded generator of random numbers: the same seed gives the same draws. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
    for (let warmUp = 0; warmUp < 4; warmUp++) this.bits();
  }

  /** 32 bits (the mulberry32 generator). */
  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  chance(probability: number): boolean {
    return this.bits() / 2 ** 32 < probability;
  }

  /** An integer from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + (this.bits() % (to - from + 1));
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.between(0, values.length - 1)];
    if (value === undefined) throw new RangeError('There is nothing to pick from');
    return value;
  }

  uuid(): string {
    const hex = Array.from({ length: 4 }, () => this.bits().toString(16).padStart(8, '0')).join('');
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5').slice(0, 36);
  }
}
