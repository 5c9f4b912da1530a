/** Undoes what a run created, newest first. */
import type { Answer, Evidence } from './evidence.ts';
import type { Finding } from './steps.ts';

const DONE = new Set([200, 204, 404]);

export interface Cleanup {
  /** Registers the call that removes an object. */
  add(what: string, undo: () => Promise<Answer>): void;
  /** Runs the registered calls once. Returns those that failed. */
  run(): Promise<readonly string[]>;
}

export function createCleanup(): Cleanup {
  const open: { what: string; undo: () => Promise<Answer> }[] = [];
  return {
    add: (what, undo) => void open.push({ what, undo }),
    async run() {
      const failed: string[] = [];
      for (let next = open.pop(); next; next = open.pop()) {
        const { what, undo } = next;
        try {
          const { status } = await undo();
          if (!DONE.has(status)) failed.push(`${what} (${status})`);
        } catch (error) {
          failed.push(`${what} (${String(error)})`);
        }
      }
      return failed;
    },
  };
}

/** Runs what is still registered, also after an interrupted run. */
export async function finishCleanup(
  cleanup: Cleanup,
  evidence: Evidence,
  report: (finding: Finding) => void,
): Promise<void> {
  evidence.begin('Cleanup', 'remove what the run created');
  const failed = await cleanup.run();
  if (failed.length === 0) return;
  report({
    step: 'Cleanup',
    check: 'remove what the run created',
    expects: 'Everything that the run created is removed.',
    isQuestion: false,
    verdict: 'failed',
    seen: `Still there: ${failed.join(', ')}`,
  });
}
