/** The kinds of contract events. A kind is a file and a row here; the types below follow from the rows. */
import type { CalendarDate } from '../calendar.ts';
import type { EventKind } from './event-kind.ts';
import { extraRepayment } from './extra-repayment.ts';
import { feeChange } from './fee-change.ts';
import { frequencyChange } from './frequency-change.ts';
import { holiday } from './holiday.ts';
import { payout } from './payout.ts';
import { rateChange } from './rate-change.ts';
import { refinance } from './refinance.ts';
import { termsChange } from './terms-change.ts';
import type { Field, WireForm } from './wire.ts';

const EVENT_KINDS = {
  payout,
  refinance,
  'extra-repayment': extraRepayment,
  'rate-change': rateChange,
  'terms-change': termsChange,
  'frequency-change': frequencyChange,
  holiday,
  'fee-change': feeChange,
};

export type ChangeKind = keyof typeof EVENT_KINDS;

/** A change of a schedule from a date on, amounts in cents. */
export type Change = Parameters<(typeof EVENT_KINDS)[ChangeKind]['check']>[0];

/** The wire form of a kind, amounts in dollars: what is sent, shown and stored. */
export type WireOf<Kind extends ChangeKind> = { readonly kind: Kind } & WireForm<
  Extract<Change, { readonly kind: Kind }>,
  (typeof EVENT_KINDS)[Kind]['fields']
>;

export type Wire = { readonly [Kind in ChangeKind]: WireOf<Kind> }[ChangeKind];

/** Most events that a schedule can have. */
export const MAX_EVENTS = 100;

/** A recorded change. */
export interface ContractEvent {
  readonly date: CalendarDate;
  /** The last payment posted, being posted or covered when the event was recorded; 0 for none. */
  readonly postedThrough: number;
  readonly change: Change;
}

export function kindOf({ kind }: { readonly kind: ChangeKind }): EventKind<Change> {
  return EVENT_KINDS[kind];
}

export function toWire(change: Change): Wire {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of the kind, by their names
  return converted(change, 'toWire') as Wire;
}

/** Reads the fields of the wire's kind and no others. */
export function fromWire(wire: Wire): Change {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of the kind, by their names
  return converted(wire, 'fromWire') as Change;
}

function converted(from: Change | Wire, way: 'toWire' | 'fromWire'): object {
  const values = new Map<string, unknown>(Object.entries(from));
  const to = new Map<string, unknown>([['kind', from.kind]]);
  for (const [name, field] of Object.entries<Field>(EVENT_KINDS[from.kind].fields)) {
    const { name: wireName = name } = field;
    const value = values.get(way === 'toWire' ? name : wireName);
    if (value !== undefined) to.set(way === 'toWire' ? wireName : name, field[way]?.(value) ?? value);
  }
  return Object.fromEntries(to);
}
