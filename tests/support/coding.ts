/** Transactions that bank rules code in Xero, and what people decide about them. */
import { paymentsOf, asOwner, schedulePath } from './syncing.ts';
import type { Prepared } from './xero.ts';
import { accountIn } from './xero.ts';

const SYNC = `PUT ${schedulePath}/sync/xero/payments` as const;

interface Coding {
  readonly reconciled?: boolean;
  readonly taxType?: string;
  readonly code?: string;
  readonly amount?: number;
}

/** A bank rule codes a repayment to an expense account. */
export function code(
  { app }: Pick<Prepared, 'app'>,
  date: string,
  { reconciled = false, taxType, code: account = '404', amount = 1000 }: Coding = {},
): string {
  const { tenantId } = app.books();
  const idOf = (wanted: string): string => accountIn({ app }, wanted);
  const lines = [{ accountId: idOf(account), amount, ...(taxType && { taxType }) }];
  const given = {
    tenantId,
    date,
    contactName: 'Toyota Finance',
    bankAccountId: idOf('090'),
    lines,
    reconciled,
  };
  return (app.control('POST', 'transactions', given) as { transactionId: string }).transactionId;
}

interface Chosen {
  readonly number: number;
  readonly decision: 'correct' | 'post';
  readonly transactionId?: string;
}

export async function decide(prepared: Prepared, ...chosen: readonly Chosen[]) {
  const payments = await paymentsOf(prepared);
  const idOf = (number: number) => payments.find((one) => one.number === number)?.id ?? '';
  const decisions = chosen.map(({ number, ...decision }) => ({ paymentId: idOf(number), ...decision }));
  const SyncSchedulePayments = chosen.map(({ number }) => idOf(number));
  return prepared.app.call(SYNC, { ...asOwner(prepared), body: { SyncSchedulePayments, decisions } });
}

export const correct = (prepared: Prepared, number: number, transactionId: string) =>
  decide(prepared, { number, decision: 'correct', transactionId });
