/** Actions on recorded events. */
import type { ScheduleParams } from '../data/answers.ts';
import { change } from '../data/change.ts';
import { showDate } from '../ui/dates.ts';
import { documentTexts } from '../posting/document-texts.ts';
import { confirm } from '../ui/confirm.tsx';
import { toast } from '../ui/toasts.tsx';
import { KINDS } from './kinds.ts';
import { reportRecorded } from './report.ts';
import { eventTexts } from './texts.ts';
import type { ScheduleEvent } from './types.ts';

/** Posts a recorded event to Xero. */
export async function postEvent(params: ScheduleParams, { id }: ScheduleEvent): Promise<void> {
  try {
    const event = await change('POST /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}/sync', {
      params: { ...params, eventId: id },
    });
    reportRecorded(event);
  } catch (error) {
    toast.failure(error, eventTexts.post);
  }
}

/** Posts an event again whose document was changed or deleted in Xero, after confirmation. */
export async function postEventAgain(params: ScheduleParams, event: ScheduleEvent): Promise<void> {
  const isSure = await confirm({
    title: `Post ${KINDS[event.kind].title.toLowerCase()} of ${showDate(event.date)} again?`,
    body: documentTexts.postAgain(event.xeroStatus === 'missing'),
    action: 'Post again',
  });
  if (isSure) await postEvent(params, event);
}

/** Deletes an event after confirmation, and its document in Xero. */
export async function undoEvent(params: ScheduleParams, event: ScheduleEvent): Promise<void> {
  const { title } = KINDS[event.kind];
  const isSure = await confirm({
    title: `Undo ${title.toLowerCase()} of ${showDate(event.date)}?`,
    body: consequenceOf(event),
    action: 'Undo',
    danger: true,
  });
  if (!isSure) return;
  try {
    await change('DELETE /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}', {
      params: { ...params, eventId: event.id },
    });
    toast.success(eventTexts.undone(title));
  } catch (error) {
    toast.failure(error, eventTexts.undo);
  }
}

function consequenceOf(event: ScheduleEvent): string {
  const { xeroUrl, inOpeningBalances, newScheduleId, autoSyncAfterUndo } = event;
  const rest = [
    newScheduleId === null ? '' : ' The new schedule is deleted.',
    autoSyncAfterUndo === null ? '' : ` ${eventTexts.autoSyncAfterUndo(autoSyncAfterUndo)}`,
  ].join('');
  if (xeroUrl !== null) return `Deletes the transaction in Xero and restores the earlier terms.${rest}`;
  if (inOpeningBalances)
    return `The schedule returns to the earlier terms. Post the opening balances journal again.${rest}`;
  return `Nothing of it is in Xero. The schedule returns to the earlier terms.${rest}`;
}
