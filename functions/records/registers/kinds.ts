/**
 * The kinds of registers between the wire and the domain: one row a kind. Facts and changes are stored as they are sent,
 * in dollars.
 */
import type * as z from 'zod';
import { calendarDate, type CalendarDate } from '../../../domain/calendar.ts';
import { inDollars, toCents, toDollars } from '../../../domain/money.ts';
import { replacedText } from '../../../domain/registers/benchmark-rates.ts';
import type { Division7aFigures } from '../../../domain/registers/division-7a.ts';
import type { Division7aFacts, Repayment } from '../../../domain/registers/division-7a-ladder.ts';
import { registerKindOf } from '../../../domain/registers/kinds.ts';
import type { SpreadChange, SpreadFacts, SpreadFigures } from '../../../domain/registers/spread.ts';
import {
  type ChangeSent,
  type FactsSent,
  type FiguresView,
  REGISTER_SCHEMAS,
  type RegisterKindName,
} from '../../api/register.ts';
import type { TableReader, Write } from '../../store/table.ts';
import {
  readEnteredRates,
  readUntoldReplacements,
  replacementToldWrite,
} from '../tenants/benchmark-rates.ts';

/** A kind in the domain, whichever it is: its facts and changes belong together. */
type DomainKind = ReturnType<typeof registerKindOf>;
export type Facts = Parameters<DomainKind['entries']>[0];
export type Change = Parameters<DomainKind['entries']>[1][number];
export type Known = Parameters<DomainKind['entries']>[2];

/** Where a kind finds what it needs from outside. */
export interface KnownSource {
  readonly table: TableReader;
  readonly tenantId: string;
  readonly today: CalendarDate;
}

/** A message that an organisation gets once about a kind, with the write that it has it; that is refused the second time. */
export interface KindNews {
  readonly about: string;
  readonly subject: string;
  readonly message: string;
  /** A path of this site. */
  readonly link: string;
  readonly told: Write;
}

interface WireKind<Name extends RegisterKindName, KindFigures> {
  factsFrom(sent: z.output<(typeof REGISTER_SCHEMAS)[Name]['facts']>): Facts;
  changeFrom(number: number, sent: z.output<(typeof REGISTER_SCHEMAS)[Name]['change']>): Change;
  figuresView(figures: KindFigures): z.input<(typeof REGISTER_SCHEMAS)[Name]['figures']>;
  /** The schedule that the facts name; null for none. */
  scheduleOf(sent: z.output<(typeof REGISTER_SCHEMAS)[Name]['facts']>): string | null;
  /** The facts that tell it from another register of the same name. */
  identityOf(sent: z.output<(typeof REGISTER_SCHEMAS)[Name]['facts']>): readonly unknown[];
  known(source: KnownSource): Promise<Known>;
  /** The news that the organisation has not been told yet. Omitted by a kind without news. */
  news?(source: KnownSource): Promise<readonly KindNews[]>;
}

const spread: WireKind<'spread', SpreadFigures> = {
  factsFrom: ({ amount, from, to, ...facts }): SpreadFacts => ({
    ...facts,
    amount: toCents(amount),
    from: calendarDate(from),
    to: to === null ? null : calendarDate(to),
  }),
  changeFrom(number, change): SpreadChange {
    if (change.kind === 'write-off') return { kind: 'write-off', number, date: calendarDate(change.date) };
    const from = calendarDate(change.from);
    return change.kind === 'amount'
      ? { kind: 'amount', number, from, total: toCents(change.total) }
      : { kind: 'end', number, from, to: calendarDate(change.to) };
  },
  figuresView: ({ days, byYear, ...amounts }) => ({
    days,
    ...inDollars(amounts),
    byYear: byYear.map(({ year, amount, deductible }) => ({
      year,
      amount: toDollars(amount),
      deductible: deductible === null ? null : toDollars(deductible),
    })),
  }),
  scheduleOf: ({ scheduleId }) => scheduleId,
  identityOf: ({ amount, from, to }) => [amount, from, to],
  known: async () => undefined,
};

const dated = ({ date, amount, ...rest }: { readonly date: string; readonly amount: number }) => ({
  ...rest,
  date: calendarDate(date),
  amount: toCents(amount),
});

const dateOrNone = (date: string | null): CalendarDate | null => (date === null ? null : calendarDate(date));

const division7a: WireKind<'division-7a', Division7aFigures> = {
  factsFrom: ({ secured, agreementDate, lodgmentDay, amounts, opening, ...facts }): Division7aFacts => ({
    ...facts,
    secured: secured && {
      registeredOn: calendarDate(secured.registeredOn),
      propertyValue: toCents(secured.propertyValue),
      priorDebts: toCents(secured.priorDebts),
    },
    agreementDate: dateOrNone(agreementDate),
    lodgmentDay: dateOrNone(lodgmentDay),
    amounts: amounts?.map(dated),
    opening: opening && { year: opening.year, balance: toCents(opening.balance) },
  }),
  changeFrom: (number, { resolvedOn, ...repayment }): Repayment => ({
    ...repayment,
    number,
    date: calendarDate(repayment.date),
    amount: toCents(repayment.amount),
    resolvedOn: dateOrNone(resolvedOn),
  }),
  figuresView: ({ years, leftAfterTerm, toClear }) => ({
    years: years.map(({ year, days, rate, rateIs, remainingTerm, segments, status, ...amounts }) => ({
      year,
      days,
      rate,
      rateIs,
      remainingTerm,
      segments: segments.map(({ balance, days: lasting }) => ({
        balance: toDollars(balance),
        days: lasting,
      })),
      status,
      ...inDollars(amounts),
    })),
    leftAfterTerm: toDollars(leftAfterTerm),
    toClear: toClear && { on: toClear.on, amount: toDollars(toClear.amount) },
  }),
  scheduleOf: () => null,
  identityOf: ({ borrower, loanYear, term }) => [borrower, loanYear, term],
  known: async ({ table, tenantId, today }) => ({
    today,
    enteredRates: await readEnteredRates(table, tenantId),
  }),
  news: async ({ table, tenantId }) =>
    (await readUntoldReplacements(table, tenantId)).map((replaced) => ({
      about: `benchmark-rate-replaced#${replaced.year}`,
      subject: 'A benchmark rate was replaced',
      message: `${replacedText(replaced)} Interest that was posted with it is marked as out of date: void it and post it again.`,
      link: '/division_7a',
      told: replacementToldWrite(tenantId, replaced),
    })),
};

const WIRE = { spread, 'division-7a': division7a } as const satisfies {
  readonly [Name in RegisterKindName]: WireKind<Name, never>;
};

interface AnyKind {
  readonly domain: DomainKind;
  readonly wire: {
    factsFrom(sent: FactsSent): Facts;
    changeFrom(number: number, sent: ChangeSent): Change;
    figuresView(figures: ReturnType<DomainKind['figures']>): FiguresView;
    scheduleOf(sent: FactsSent): string | null;
    identityOf(sent: FactsSent): readonly unknown[];
    known(source: KnownSource): Promise<Known>;
    news?(source: KnownSource): Promise<readonly KindNews[]>;
  };
  readonly schemas: (typeof REGISTER_SCHEMAS)[RegisterKindName];
}

/** Returns a function that reads the outside facts of a kind, once for each kind. */
export function knownByKind(source: KnownSource): (name: RegisterKindName) => Promise<Known> {
  const asked = new Map<RegisterKindName, Promise<Known>>();
  return (name) => {
    const known = asked.get(name) ?? kindOf(name).wire.known(source);
    asked.set(name, known);
    return known;
  };
}

/** Returns what an organisation has not been told yet about any kind. */
export async function readNews(source: KnownSource): Promise<readonly KindNews[]> {
  const all = await Promise.all(
    Object.values<AnyKind['wire']>(WIRE).map(async (wire) => (await wire.news?.(source)) ?? []),
  );
  return all.flat();
}

/** Returns the kind of a stored register. */
export const kindOf = (name: RegisterKindName): AnyKind => ({
  domain: registerKindOf(name),
  wire: WIRE[name],
  schemas: REGISTER_SCHEMAS[name],
});
