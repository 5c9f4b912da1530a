/** The schedule that a refinance creates, and the opening journal that it begins with. */
import type * as z from 'zod';
import { lineOf, type LedgerDocument } from '../../domain/journal/document.ts';
import { NO_GST } from '../../domain/gst/tax-types.ts';
import { negated, ZERO } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { scheduleOf } from '../../domain/contract/contract.ts';
import type { Refinance } from '../../domain/event-kinds/refinance.ts';
import type { Ids } from '../lib/ids.ts';
import type { StoredSchedule } from '../records/schedules/schedule.ts';
import type { NewSchedule } from '../api/terms.ts';
import { termsFrom } from '../views/terms-input.ts';

/**
 * Returns the terms of the schedule that was sent.
 * @throws Refusal `invalid`, its fields below `newSchedule`.
 */
export function refinancedTerms(sent: z.output<typeof NewSchedule>, ids: Ids): StoredSchedule['terms'] {
  try {
    return termsFrom(sent, ids);
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields === undefined) throw error;
    const fields = Object.entries(error.fields).map(([field, messages]) => [
      `newSchedule.${field}`,
      messages,
    ]);
    throw new Refusal(error.kind, error.code, error.message, Object.fromEntries(fields));
  }
}

/** The opening journal at the start of the new schedule, as far as it is known: the user adds the rest. */
export function refinanceOpening(
  terms: StoredSchedule['terms'],
  { clearingAccountId, payoutFigure }: Refinance,
): LedgerDocument {
  const split = scheduleOf(terms).splitAt({ date: terms.startDate, includesDate: false });
  const { hirePurchaseCurrent, hirePurchaseNonCurrent } = split;
  const lines = [
    lineOf({}, 'hirePurchaseCurrent', negated(hirePurchaseCurrent), 'Payments remaining'),
    lineOf({}, 'hirePurchaseNonCurrent', negated(hirePurchaseNonCurrent), 'Payments remaining (NC)'),
    lineOf({}, 'unexpiredChargesCurrent', split.unexpiredChargesCurrent, 'Unexpired charges'),
    lineOf({}, 'unexpiredChargesNonCurrent', split.unexpiredChargesNonCurrent, 'Unexpired charges (NC)'),
    {
      role: 'other' as const,
      account: clearingAccountId,
      description: 'Refinanced',
      amount: payoutFigure,
      taxType: NO_GST,
    },
  ];
  // The lines that the user adds balance the journal: no bank account takes part.
  return {
    type: 'MANUAL-JOURNAL',
    date: terms.startDate,
    bankAmount: ZERO,
    lineAmountTypes: 'NoTax',
    lines: lines.filter(({ amount }) => amount !== 0),
  };
}
