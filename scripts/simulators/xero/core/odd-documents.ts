/** Documents of shapes that exist in real books and that a reader may not expect. They are sound in the ledger. */
import * as z from 'zod';
import { type JournalRecord, ODD_KINDS, type OddKind } from './records.ts';
import type { Json } from './render.ts';

export const NewOddDocument = z.strictObject({
  tenantId: z.string(),
  kind: z.enum(ODD_KINDS),
  date: z.iso.date(),
  bankAccountId: z.string().optional(),
  total: z.number().positive().optional(),
});

export const isJournalKind = (kind: OddKind): boolean => kind.includes('journal');

const STATUSES: Readonly<Partial<Record<OddKind, JournalRecord['status']>>> = {
  'archived-journal': 'ARCHIVED',
  'draft-journal': 'DRAFT',
};

/** A journal of an odd kind. */
export const oddJournal = (journal: JournalRecord, odd: OddKind): JournalRecord => ({
  ...journal,
  status: STATUSES[odd] ?? journal.status,
  odd,
});

type Shape = (json: Json) => Json;

const without =
  (...names: readonly string[]): Shape =>
  (json) =>
    Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));

const linesOf = (json: Json, field: string): Json[] => [...((json[field] ?? []) as readonly Json[])];

/** Midnight in Sydney in summer, eleven hours before that of UTC. */
const OFFSET_HOURS = 11;

const offsetDate: Shape = (json) => {
  const utc = Number(/-?\d+/.exec(String(json['Date']))?.[0]);
  const Date = `/Date(${utc - OFFSET_HOURS * 3_600_000}+${OFFSET_HOURS}00)/`;
  return { ...without('DateString')(json), Date };
};

/** How the app sees a document of each kind. The rest of the kinds differ in their records alone. */
const SHAPES: Readonly<Partial<Record<OddKind, Shape>>> = {
  'description-only-line': (json) => {
    const [first] = linesOf(json, 'LineItems');
    if (first === undefined) return json;
    const words = { Description: 'See the delivery note', LineItemID: first['LineItemID'] };
    return { ...json, LineItems: [words, ...linesOf(json, 'LineItems')] };
  },
  'no-line-amount': (json) => ({
    ...json,
    LineItems: linesOf(json, 'LineItems').map(without('LineAmount', 'TaxAmount')),
  }),
  'no-lines': without('LineItems'),
  'no-contact': without('Contact'),
  'empty-contact': (json) => ({ ...json, Contact: {} }),
  'null-line-amount-types': (json) => ({ ...json, LineAmountTypes: null }),
  'null-reconciled': (json) => ({ ...json, IsReconciled: null }),
  'offset-date': offsetDate,
  'foreign-currency': (json) => ({ ...json, CurrencyCode: 'USD', CurrencyRate: 0.65 }),
  'no-total': (json) => ({
    ...without('SubTotal', 'TotalTax', 'Total')(json),
    LineItems: linesOf(json, 'LineItems').map(without('LineAmount', 'TaxAmount', 'UnitAmount', 'Quantity')),
  }),
  'journal-without-lines': without('JournalLines'),
  'journal-without-date': without('Date', 'DateString'),
  'blank-journal-line': (json) => ({
    ...json,
    JournalLines: [...linesOf(json, 'JournalLines'), { IsBlank: true }],
  }),
};

/** Gives a rendered document the shape of its record's kind. */
export function shaped({ odd }: { readonly odd?: OddKind }, json: Json): Json {
  return odd === undefined ? json : (SHAPES[odd]?.(json) ?? json);
}
