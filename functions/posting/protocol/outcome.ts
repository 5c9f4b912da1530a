/** The outcome of a document that was to be posted. */
import type { Refusal } from '../../../domain/refusal.ts';
import { XeroError } from '../../services/xero/error.ts';
import { refusedByXero } from './refusals.ts';

/** Why a document is not in Xero. */
export type Reason = Refusal | XeroError;

/**
 * `refused`: Xero does not have the document and said why. `unconfirmed`: Xero may or may not have it. `skipped`: it
 * was not sent.
 */
export type Outcome =
  | { readonly kind: 'posted'; readonly documentId: string }
  | { readonly kind: 'refused' | 'unconfirmed' | 'skipped'; readonly reason: Reason };

/** Outcomes by reference. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/** Returns the outcome with Xero's refusal in the words of the page. */
export function inWordsOfPage(outcome: Outcome): Outcome {
  if (outcome.kind !== 'refused' || !(outcome.reason instanceof XeroError)) return outcome;
  return { kind: 'refused', reason: refusedByXero(outcome.reason) };
}
