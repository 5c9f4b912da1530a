/** Reads Xero about the payments of several schedules before they are posted. */
import pMap from 'p-map';
import { AU_TAX_RATES } from '../../domain/gst/tax-types.ts';
import { taxWarnings } from '../../domain/journal/default-taxes.ts';
import { joinedRanges } from '../../domain/posting/coded-payments.ts';
import { bankPayment } from '../xero/coded-transactions.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { paymentId } from '../records/schedules/payments.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import type { ServicesFor } from '../services/context.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { cachedReads } from '../xero/cached-reads.ts';
import { linkOf, openSession } from '../xero/session.ts';
import { ratesOf, taxSetting } from '../xero/tax-setting.ts';
import { codedAmong, matchView, type UnsearchedDays, unlessXeroFails } from './coded-matches.ts';
import type { Payable } from '../posting/plan/payable-payments.ts';

export interface Reviewed extends Payable {
  readonly entity: OwnedEntity;
  readonly schedule: OwnedSchedule;
}

interface Caller {
  readonly userId: string;
  readonly deadlines: Deadlines;
}

/** A document of a payment, and the transactions that may be it. */
interface Coded {
  readonly scheduleId: string;
  readonly paymentId: string;
  readonly number: number;
  readonly part: number;
  readonly bankAccount: string;
  readonly matches: ReturnType<typeof matchView>[];
}

interface Searched {
  readonly coded: readonly Coded[];
  readonly unsearched: readonly UnsearchedDays[];
  /** Sentences about tax rates, by schedule. */
  readonly warnings: ReadonlyMap<string, Payable['warnings']>;
}

/** Organisations of Xero that are searched at the same time. */
const AT_ONCE = 10;

/** Searches each organisation of Xero once for all its schedules, so that a transaction is offered to one payment. */
export async function codedSchedules(
  services: ServicesFor<'xero'>,
  caller: Caller,
  schedules: readonly Reviewed[],
): Promise<Searched> {
  const posting = schedules.filter(({ planned }) => planned.length > 0);
  const organisations = Map.groupBy(posting, ({ entity }) => linkOf(entity).tenantId).values();
  const found = await pMap(organisations, (own) => searchOne(services, caller, own), {
    concurrency: AT_ONCE,
  });
  return {
    coded: found.flatMap(({ coded }) => coded),
    unsearched: joinedByReason(found.flatMap(({ unsearched }) => unsearched)),
    warnings: new Map(found.flatMap(({ warnings }) => [...warnings])),
  };
}

const joinedByReason = (all: readonly UnsearchedDays[]): UnsearchedDays[] =>
  [...Map.groupBy(all, ({ why }) => why)].flatMap(([why, ranges]) =>
    joinedRanges(ranges).map((range) => ({ ...range, why })),
  );

async function searchOne(
  services: ServicesFor<'xero'>,
  { userId, deadlines }: Caller,
  schedules: readonly Reviewed[],
): Promise<Searched> {
  const { xeroWeb } = services;
  const [first] = schedules;
  if (!first) return { coded: [], unsearched: [], warnings: new Map() };
  const link = linkOf(first.entity);
  const caller = { priority: 'interactive', userId } as const;
  const session = openSession(services, link, caller, deadlines);
  const chart = await unlessXeroFails(cachedReads(services, session).chart(), []);
  const payments = schedules.flatMap(({ schedule, planned }) =>
    planned.flatMap((one) => bankPayment(schedule, one) ?? []),
  );
  const { matches, unsearched } = await codedAmong({ services, link, userId, deadlines }, payments);
  const warnings = new Map<string, Payable['warnings']>();
  for (const { schedule, planned } of schedules) {
    const taxes = await taxSetting(chart, schedule, () =>
      unlessXeroFails(ratesOf(services, session), AU_TAX_RATES),
    );
    const documents = planned.flatMap(({ document }) => document ?? []);
    const messages = taxWarnings(documents, taxes);
    warnings.set(
      schedule.scheduleId,
      messages.map((message) => ({ code: 'tax/default', message })),
    );
  }
  const nameOf = (id: string | null): string => {
    const account = chart.find((one) => one.id === id);
    return account ? `${account.code} ${account.name}`.trim() : '';
  };
  return {
    coded: payments.flatMap((payment) => {
      const { scheduleId, number, part, bankAccountId } = payment;
      const found = matches.get(payment)?.map((one) => matchView(one, xeroWeb, link));
      const bankAccount = nameOf(bankAccountId);
      return found
        ? [
            {
              scheduleId,
              paymentId: paymentId(scheduleId, number),
              number,
              part,
              bankAccount,
              matches: found,
            },
          ]
        : [];
    }),
    unsearched,
    warnings,
  };
}
