/** Undoes what a run created, newest first. */
export interface Cleanup {
  /** Registers the call that removes an object. It rejects when the object may still be there. */
  add(name: string, undo: () => Promise<unknown>): void;
  /** Runs the registered calls once. Returns those that failed. */
  run(): Promise<readonly string[]>;
}

export function createCleanup(): Cleanup {
  const open: { name: string; undo: () => Promise<unknown> }[] = [];
  return {
    add: (name, undo) => void open.push({ name, undo }),
    async run() {
      const failed: string[] = [];
      for (let next = open.pop(); next; next = open.pop()) {
        const { name, undo } = next;
        await undo().catch((error: unknown) => failed.push(`${name} (${String(error)})`));
      }
      return failed;
    },
  };
}
