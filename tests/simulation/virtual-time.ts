/** Time that passes only when something is to happen. */
interface Event {
  readonly at: number;
  readonly order: number;
  readonly happen: () => void;
}

export class VirtualTime {
  #now: number;
  #order = 0;
  /** Sorted: the next event last. */
  readonly #events: Event[] = [];
  happened = 0;

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** Lets something happen after so many milliseconds; of two at the same instant the first ordered comes first. */
  after(milliseconds: number, happen: () => void): void {
    const event = { at: this.#now + Math.max(0, milliseconds), order: this.#order++, happen };
    let place = this.#events.length;
    while (place > 0 && isBefore(this.#events[place - 1], event)) place--;
    this.#events.splice(place, 0, event);
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  /** Lets happen what is to happen, also what comes of it, up to an instant. */
  async runUntil(instant: number): Promise<void> {
    for (let next = this.#events.at(-1); next && next.at <= instant; next = this.#events.at(-1)) {
      this.#events.pop();
      this.#now = next.at;
      this.happened++;
      next.happen();
      await promisesSettled();
    }
    this.#now = Math.max(this.#now, instant);
  }

  /** Runs something to its end, and all that happens meanwhile. */
  async run<Result>(work: Promise<Result>): Promise<Result> {
    const progress = { isOver: false };
    const over = work.finally(() => (progress.isOver = true));
    over.catch(() => {});
    await promisesSettled();
    while (!progress.isOver) {
      const next = this.#events.at(-1);
      if (!next) throw new Error('Nothing happens any more, and the work is not over');
      await this.runUntil(next.at);
    }
    return over;
  }
}

const isBefore = (one: Event | undefined, other: Event): boolean =>
  one !== undefined && (one.at < other.at || (one.at === other.at && one.order < other.order));

/** All promise callbacks that are due have run, and those they caused. */
const promisesSettled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
