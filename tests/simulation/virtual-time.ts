/** Virtual time: it advances to the next event. */
interface Event {
  readonly at: number;
  readonly order: number;
  readonly happen: () => void;
}

export class VirtualTime {
  #now: number;
  #order = 0;
  /** Sorted, the next event last. */
  readonly #events: Event[] = [];
  happened = 0;

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** Schedules an event. Events of the same instant run in the order they were scheduled. */
  after(milliseconds: number, happen: () => void): void {
    const event = { at: this.#now + Math.max(0, milliseconds), order: this.#order++, happen };
    let place = this.#events.length;
    while (place > 0 && isBefore(this.#events[place - 1], event)) place--;
    this.#events.splice(place, 0, event);
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  /** Runs all events up to an instant, including those that they schedule. */
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

  /** Runs events until `work` is over. */
  async run<Result>(work: Promise<Result>): Promise<Result> {
    const progress = { isOver: false };
    const over = work.finally(() => (progress.isOver = true));
    over.catch(() => {});
    await promisesSettled();
    while (!progress.isOver) {
      const next = this.#events.at(-1);
      if (!next) throw new Error('There are no more events, and the work is not over');
      await this.runUntil(next.at);
    }
    return over;
  }
}

const isBefore = (one: Event | undefined, other: Event): boolean =>
  one !== undefined && (one.at < other.at || (one.at === other.at && one.order < other.order));

/** Resolves when all pending promise callbacks have run. */
const promisesSettled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
