/** The lines of an opening journal that follow from a schedule, besides the ones that a user adds. */
import type { LiabilityMapping } from '../../domain/accounts/account-mapping.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { NO_GST } from '../../domain/gst/tax-types.ts';
import { openingLines, type OpeningLine } from '../../domain/journal/opening-balances.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';

/** Returns the four balances, lines of 0.00 too, and what a refinance settles through its clearing account. */
export function ownLines(
  { refinances }: Pick<OwnedSchedule, 'refinances'>,
  contract: Contract,
  date: CalendarDate,
  mapping: LiabilityMapping,
): OpeningLine[] {
  const account = refinances?.clearingAccountId ?? null;
  const refinanced =
    refinances === null || account === null
      ? []
      : [{ description: 'Refinanced', account, taxType: NO_GST, amount: refinances.payoutFigure }];
  return [...openingLines(contract, date, mapping), ...refinanced];
}
