/** The table of the kinds of documents. */
import type { StoredKind } from '../documents.ts';
import type { KindName } from '../open-document.ts';
import { adjusting } from './adjusting.ts';
import { correction } from './correction.ts';
import { event } from './event.ts';
import { opening } from './opening.ts';
import { payment } from './payment.ts';
import { reversal } from './reversal.ts';

const KINDS = { payment, correction, reversal, event, opening, adjusting } as const satisfies {
  readonly [Name in KindName]: StoredKind<object> & { readonly name: Name };
};

/** Returns the kind with a name, for documents whose kind is known only when they are read. */
export const kindNamed = (name: KindName): StoredKind<object> => KINDS[name];
