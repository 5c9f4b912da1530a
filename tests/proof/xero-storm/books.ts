/** The documents of a schedule in the simulated Xero beside what the product says about its payments. */
import { referenceIn } from '../../../domain/posting/document-reference.ts';
import type { RouteClient } from '../../../functions/client/route-client.ts';
import { control } from '../../../scripts/local/product-client.ts';
import type { LinkedSchedule } from '../../support/linked-schedule.ts';

export interface XeroState {
  readonly organisations: readonly {
    readonly tenantId: string;
    readonly bankTransactions: readonly { readonly Reference?: string; readonly BankTransactionID: string }[];
  }[];
  readonly requests: readonly { readonly status: number | null; readonly fault: string | null }[];
}

/** Each payment is in Xero once at most, and exactly the marked ones are there, as the document that they name. */
export async function wrongPostings(
  xero: string,
  call: RouteClient,
  params: LinkedSchedule,
): Promise<string[]> {
  const { organisations } = await control<XeroState>(`${xero}/_control/state`);
  const documents = Map.groupBy(
    organisations.flatMap(({ bankTransactions }) => bankTransactions),
    ({ Reference = '' }) => referenceIn(Reference),
  );
  const { schedulePayments } = await call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params });
  return schedulePayments.flatMap(({ number, xeroSynchronized, xeroUrl }) => {
    const posted = documents.get(`PD-${params.scheduleId}-${number}`) ?? [];
    const mark = xeroSynchronized ? 'marked' : 'not marked';
    if (posted.length !== (xeroSynchronized ? 1 : 0)) {
      return [`payment ${number} is ${mark} and ${posted.length} times in Xero`];
    }
    const isOther = posted.some(({ BankTransactionID }) => !xeroUrl?.includes(BankTransactionID));
    return isOther ? [`payment ${number} is marked with another document`] : [];
  });
}
