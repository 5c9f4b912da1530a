/** The table of the kinds of documents. */
import type { StoredKind } from '../plan/document-kind.ts';
import type { KindName } from './open-document.ts';
import { adjusting } from '../plan/adjusting.ts';
import { correction } from '../plan/correction.ts';
import { event } from '../plan/event.ts';
import { opening } from '../plan/opening.ts';
import { payment } from '../plan/payment.ts';
import { reversal } from '../plan/reversal.ts';

const KINDS = { payment, correction, reversal, event, opening, adjusting } as const satisfies {
  readonly [Name in KindName]: StoredKind<object> & { readonly name: Name };
};

/** Returns the kind with a name, for documents whose kind is known only when they are read. */
export const kindNamed = (name: KindName): StoredKind<object> => KINDS[name];
