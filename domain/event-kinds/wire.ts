/** The fields of changes between the wire, amounts in dollars, and the domain, amounts in cents. */
import type { CalendarDate } from '../calendar.ts';
import { toCents, toDollars } from '../money.ts';
import type { StatedRow } from '../amortisation/lender-table.ts';
import type { TermRow } from '../amortisation/term-rows.ts';

/** A field of a change. Without a name of its own it has the domain's, without converters the same value. */
export interface Field {
  readonly name?: string;
  toWire?(value: unknown): unknown;
  fromWire?(value: unknown): unknown;
}

/** A row of payment terms; the numbers give the order. */
interface RowWire {
  readonly number: number;
  readonly qty: number;
  readonly amount: number;
}

/** A row of the lender's own table. */
interface StatedRowWire {
  readonly paymentDate: CalendarDate;
  readonly payments: number;
  readonly interest?: number | undefined;
  readonly endingBalance?: number | undefined;
}

export const SAME = {};
export const MONEY = { toWire: toDollars, fromWire: toCents };
export const FREQUENCY = { name: 'paymentFrequency' } as const;
export const ROWS = { name: 'schedulePaymentPlans', toWire: rowsToWire, fromWire: rowsFromWire } as const;
export const TABLE = { name: 'schedulePayments', toWire: statedToWire, fromWire: statedFromWire } as const;

/** The wire form of an input with these fields. */
export type WireForm<Input, Fields> = {
  readonly [
    Name in keyof Input as Name extends keyof Fields ? NameOf<Fields[Name], Name> : Name
  ]: Name extends keyof Fields ? ValueOf<Fields[Name], Input[Name]> : Input[Name];
};

type NameOf<Kept, Name> = Kept extends { readonly name: infer Wire extends string } ? Wire : Name;
type ValueOf<Kept, Value> = Kept extends { readonly toWire: (value: never) => infer Wire }
  ? Wire | Extract<Value, undefined>
  : Value;

function rowsToWire(rows: readonly TermRow[]): RowWire[] {
  return rows.map(({ qty, amount }, index) => ({ number: index + 1, qty, amount: toDollars(amount) }));
}

export function rowsFromWire(rows: readonly RowWire[]): TermRow[] {
  return rows
    .toSorted((a, b) => a.number - b.number)
    .map(({ qty, amount }) => ({ qty, amount: toCents(amount) }));
}

function statedToWire(table: readonly StatedRow[]): StatedRowWire[] {
  return table.map(({ date, amount, interest, balance }) => ({
    paymentDate: date,
    payments: toDollars(amount),
    ...(interest !== undefined && { interest: toDollars(interest) }),
    ...(balance !== undefined && { endingBalance: toDollars(balance) }),
  }));
}

export function statedFromWire(table: readonly StatedRowWire[]): StatedRow[] {
  return table.map(({ paymentDate, payments, interest, endingBalance }) => ({
    date: paymentDate,
    amount: toCents(payments),
    ...(interest !== undefined && { interest: toCents(interest) }),
    ...(endingBalance !== undefined && { balance: toCents(endingBalance) }),
  }));
}
