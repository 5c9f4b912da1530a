/** Waits for instants of a clock that may jump ahead. */
export interface Waiting {
  /** Resolves when the clock reaches the instant, or when `end` is called. */
  until(instant: number): Promise<void>;
  /** Checks every waiter again after the clock was moved. */
  clockChanged(): void;
  end(): void;
}

export function createWaiting(now: () => number): Waiting {
  const waiters = new Set<() => void>();
  let ended = false;

  return {
    until: (instant) =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const check = (): void => {
          clearTimeout(timer);
          const left = instant - now();
          if (left > 0 && !ended) {
            timer = setTimeout(check, left);
            return;
          }
          waiters.delete(check);
          resolve();
        };
        waiters.add(check);
        check();
      }),
    clockChanged() {
      for (const check of waiters) check();
    },
    end() {
      ended = true;
      for (const check of waiters) check();
    },
  };
}
