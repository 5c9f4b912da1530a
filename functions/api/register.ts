/** The kinds of registers on the wire: one row a kind. Amounts are dollars. */
import * as z from 'zod';
import { YEAR_STATUSES } from '../../domain/registers/division-7a.ts';
import { DateText, Id, listOf, Money, Text, TextOrNone } from './wire.ts';

const SHARE = 'Please provide a percentage, or null.';

const SpreadFacts = z.object({
  direction: z.enum(['expense', 'income'], 'Please choose expense or income.'),
  purpose: z.enum(['prepayment', 'borrowing-costs'], 'Please choose prepayment or borrowing-costs.'),
  /** Without the GST that is claimed. */
  amount: Money,
  from: DateText,
  /** The last day, included. Null, for borrowing costs only: as section 25-25 says. */
  to: DateText.nullable().default(null),
  /** Without one: `days` for borrowing costs, else `months`. */
  method: z.enum(['days', 'months', 'equal'], 'Please choose days, months or equal.').optional(),
  frequency: z.enum(['monthly', 'quarterly', 'yearly'], 'Please choose monthly, quarterly or yearly.'),
  scheduleId: Id.nullable().default(null),
  /** Percent, with at most six decimals. */
  deductibleShare: z.number(SHARE).nullable().default(null),
  supplier: TextOrNone.default(''),
  reference: TextOrNone.default(''),
});

const note = TextOrNone.default('');

const SpreadChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('amount'), from: DateText, total: Money, note }),
  z.object({ kind: z.literal('end'), from: DateText, to: DateText, note }),
  z.object({ kind: z.literal('write-off'), date: DateText, note }),
]);

const SpreadFigures = z.object({
  days: z.number(),
  recognised: z.number(),
  left: z.number(),
  current: z.number(),
  nonCurrent: z.number(),
  byYear: z.array(z.object({ year: z.number(), amount: z.number(), deductible: z.number().nullable() })),
});

const YEAR = 'Please provide an income year.';
const Year = z.int(YEAR).min(1900, YEAR).max(2200, YEAR);

const TERM = 'Please provide the term in whole years.';

/** No debt, and no value, is below 0.00. */
const Value = Money.refine((dollars) => dollars >= 0, 'Please provide an amount of at least 0.00.');

const Division7aFacts = z.object({
  borrower: Text,
  /** The income year in which the loan is made: 2026 for the year ended 30 June 2026. */
  loanYear: Year,
  /** Whole years. */
  term: z.int(TERM).min(1, TERM).max(100, TERM),
  /** The mortgage of a term above seven years. */
  secured: z
    .object(
      { registeredOn: DateText, propertyValue: Value, priorDebts: Value },
      'Please provide the mortgage, or null.',
    )
    .nullable()
    .default(null),
  agreementDate: DateText.nullable().default(null),
  /** The earlier of due date and lodgment of the company's return of the loan's year. */
  lodgmentDay: DateText.nullable().default(null),
  /** Lent in the year of the loan; negative: repaid within it. Exactly one of this and `opening`. */
  amounts: listOf(z.object({ date: DateText, amount: Money, note: TextOrNone.default('') }), {
    missing: 'Please provide the amounts lent.',
    most: 1000,
    tooMany: 'A loan can have at most 1,000 amounts.',
  }).optional(),
  /** The balance with which a later year begins, where earlier years aren't shown. */
  opening: z.object({ year: Year, balance: Money }, 'Please provide the opening balance.').optional(),
});

const Repayment = z.object({
  kind: z.literal('repayment'),
  date: DateText,
  amount: Money,
  by: z.enum(['cash', 'dividend', 'other'], 'Please choose cash, dividend or other.'),
  /** The day on which the directors resolved the dividend. */
  resolvedOn: DateText.nullable().default(null),
  /** The receipt in Xero, which is not checked. */
  documentId: Text.nullable().default(null),
  note,
});

const Division7aFigures = z.object({
  years: z.array(
    z.object({
      year: z.number(),
      days: z.number(),
      /** Percent. */
      rate: z.number(),
      rateIs: z.enum(['published', 'entered', 'projected']),
      remainingTerm: z.number(),
      opening: z.number(),
      repaidBeforeLodgmentDay: z.number(),
      /** The minimum yearly repayment. */
      minimum: z.number(),
      repaid: z.number(),
      stillToRepay: z.number(),
      segments: z.array(z.object({ balance: z.number(), days: z.number() })),
      interest: z.number(),
      principal: z.number(),
      closing: z.number(),
      shortfall: z.number(),
      unpaidInterest: z.number(),
      ledgerBalance: z.number(),
      status: z.enum(YEAR_STATUSES),
    }),
  ),
  leftAfterTerm: z.number(),
  /** Leaves nothing when it is paid on the day; null outside the years of the loan. */
  toClear: z.object({ on: z.string(), amount: z.number() }).nullable(),
});

/** The changes of a register, whatever they are. */
const CHANGES = {
  missing: 'Please provide the changes.',
  most: 1000,
  tooMany: 'A register can have at most 1,000 changes.',
};

/** The fields that the record of a change adds to it. */
const Recorded = z.object({
  number: z.number(),
  createdAt: z.string(),
  createdBy: z.object({ id: z.string(), name: z.string() }),
});

/**
 * A row: what is known when a register of the kind starts, what changes later, and its own figures; from them, how a new
 * register is described and how one is shown.
 */
const kindRow = <
  Name extends string,
  Facts extends z.ZodType,
  Change extends z.ZodType,
  Figures extends z.ZodType,
>(
  name: Name,
  { facts, change, figures }: { readonly facts: Facts; readonly change: Change; readonly figures: Figures },
) => ({
  facts,
  change,
  figures,
  described: z.object({ kind: z.literal(name), facts, changes: listOf(change, CHANGES).default([]) }),
  shown: z.object({ kind: z.literal(name), facts, changes: z.array(Recorded.and(change)), figures }),
});

export const REGISTER_SCHEMAS = {
  spread: kindRow('spread', { facts: SpreadFacts, change: SpreadChange, figures: SpreadFigures }),
  'division-7a': kindRow('division-7a', {
    facts: Division7aFacts,
    change: Repayment,
    figures: Division7aFigures,
  }),
} as const;

export type RegisterKindName = keyof typeof REGISTER_SCHEMAS;

/** The kind of an imported row that says none. */
export const IMPORTED_KIND = 'spread' satisfies RegisterKindName;

type Schemas = (typeof REGISTER_SCHEMAS)[RegisterKindName];
type AtLeastOne<Member> = [Member, ...Member[]];

// The casts below say that there is a kind at all.
const ROWS = Object.values(REGISTER_SCHEMAS) as AtLeastOne<Schemas>;

export const REGISTER_KIND_NAMES = Object.keys(REGISTER_SCHEMAS) as AtLeastOne<RegisterKindName>;

export const KindName = z.enum(REGISTER_KIND_NAMES, 'Please choose the kind of register.');

const ofEach = <Member>(member: (row: Schemas) => Member): AtLeastOne<Member> =>
  ROWS.map(member) as AtLeastOne<Member>;

/** A new register's kind with its facts and changes. */
export const DescribedByKind = z.discriminatedUnion(
  'kind',
  ofEach(({ described }) => described),
);

/** The facts, changes and figures of a register as they are shown. */
export const ShownByKind = z.discriminatedUnion(
  'kind',
  ofEach(({ shown }) => shown),
);

export const AnyChange = z.discriminatedUnion(
  'kind',
  ofEach(({ change }) => change),
);

export const AnyFigures = z.union(ofEach(({ figures }) => figures));

/** The facts of a register of any kind, as they are sent and stored. */
export type FactsSent = z.output<Schemas['facts']>;
/** A change of a register of any kind, as it is sent and stored. */
export type ChangeSent = z.output<Schemas['change']>;
export type FiguresView = z.input<Schemas['figures']>;

/** The facts of a register whose path says the kind: its handler checks them by the kind's row. */
export const FactsOfKind = z.looseObject({}, 'Please provide the facts.') as unknown as z.ZodType<
  Readonly<Record<string, unknown>>,
  z.input<Schemas['facts']>
>;
