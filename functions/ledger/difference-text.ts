/** The text of a message about documents that differ in Xero. */
import type { DocumentState } from '../../domain/ledger/document-state.ts';

/** Documents that a message names; the others are counted. */
const NAMED = 5;

/** A document in words, and its state in Xero. */
type Named = Pick<DocumentState, 'status' | 'differences'> & { readonly subject: string };

/** Whether a message tells of a document in this state. */
export const isAlarming = ({ status }: Pick<DocumentState, 'status'>): boolean =>
  status === 'changed' || status === 'missing';

/**
 * Returns a sentence for each of the first documents, and one that counts the others.
 * @param differ their words: `entry differs`, `entries differ`
 */
export function differenceText(all: readonly Named[], differ: readonly [one: string, many: string]): string {
  const sentences = all
    .slice(0, NAMED)
    .map(({ subject, status, differences }) =>
      status === 'missing'
        ? `${subject} was deleted in Xero.`
        : `${subject} was changed in Xero. ${differences.join(' ')}`,
    );
  const others = all.length - NAMED;
  const more = others > 0 ? [`${others} more ${differ[others === 1 ? 0 : 1]}.`] : [];
  return [...sentences, ...more].join(' ');
}
