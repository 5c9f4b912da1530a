/** Why a document can't be read. */
import type { Outcome } from '../extraction/read-document.ts';

/** A document that can't be opened or read. */
export class Unreadable extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome);
    this.outcome = outcome;
  }
}
