/** Actions on a payment whose document was changed or deleted in Xero. */
import { change } from '../data/change.ts';
import { confirm } from '../ui/confirm.tsx';
import { today } from '../ui/dates.ts';
import { toast } from '../ui/toasts.tsx';
import type { ScheduleParams, SchedulePayment } from '../data/answers.ts';
import { documentTexts } from '../posting/document-texts.ts';

type OnChanged = (payments: readonly SchedulePayment[]) => void;

/** Deletes what is left of the document in Xero, and posts the payment again as another attempt. */
export async function postAgain(
  params: ScheduleParams,
  payment: SchedulePayment,
  onChanged: OnChanged,
): Promise<void> {
  const isSure = await confirm({
    title: `Post payment ${payment.number} again?`,
    body: documentTexts.postAgain(payment.xeroStatus === 'missing'),
    action: 'Post again',
  });
  if (!isSure) return;
  try {
    onChanged([await removeDocument(params, payment)]);
    const { schedulePayments, errors } = await change(
      'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments',
      { params, body: { SyncSchedulePayments: [payment.id] } },
    );
    onChanged(schedulePayments);
    const [failed] = errors;
    if (failed) toast.error(failed.message);
    else toast.success(documentTexts.postedAgain(payment.number));
  } catch (error) {
    toast.failure(error, documentTexts.failed);
  }
}

/** Deletes what is left of the document in Xero; the payment can be posted later. */
export async function markUnsynced(
  params: ScheduleParams,
  payment: SchedulePayment,
  onChanged: OnChanged,
): Promise<void> {
  const isSure = await confirm({
    title: `Mark payment ${payment.number} as unsynced?`,
    body: documentTexts.markUnsynced(payment.xeroStatus === 'missing'),
    action: 'Mark unsynced',
    danger: payment.xeroStatus !== 'missing',
  });
  if (!isSure) return;
  try {
    onChanged([await removeDocument(params, payment)]);
    toast.success(documentTexts.unsynced(payment.number));
  } catch (error) {
    toast.failure(error, documentTexts.failed);
  }
}

const removeDocument = (params: ScheduleParams, { id }: SchedulePayment): Promise<SchedulePayment> =>
  change('POST /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}/reversal', {
    params: { ...params, paymentId: id },
    body: { date: today(), mode: 'delete' },
  });
