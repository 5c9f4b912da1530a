import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import { conflict, type Refusal } from '../../domain/refusal.ts';
import { type Contract, scheduleOf } from '../../domain/contract/contract.ts';
import { checkEdit } from '../../domain/journal/edits.ts';
import type { Entity, OwnedEntity } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import { hasDocuments, readContract } from '../records/schedules/events.ts';
import { endpoint } from '../access/endpoint.ts';
import { reviewSchedule } from '../books/attention-review.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { changedFacts } from './audited-terms.ts';
import { notesWrites, readNotes } from '../records/schedules/notes.ts';
import { type PaymentState, readPaymentStates } from '../records/schedules/payments.ts';
import { type ChangedSchedule, scheduleRoutes } from '../api/schedules.ts';
import {
  type OwnedSchedule,
  refuseArchived,
  saveSchedule,
  scheduleChanged,
} from '../records/schedules/schedule.ts';
import type { StoredTerms } from '../records/schedules/schedule-item.ts';
import { coveredNow, openingNow } from '../records/schedules/sync-state.ts';
import { scheduleRevision, scheduleView } from '../views/schedule.ts';
import { contractFieldsFrom, termsFrom } from '../views/terms-input.ts';
import { checkAccounts } from '../xero/chosen-accounts.ts';
import type { PostingRequest } from '../posting/protocol/request.ts';
import { reconciled, reconciledForChange } from '../posting/protocol/run-posting.ts';
import { refuseWhilePosting } from '../records/schedules/open-documents.ts';

export const handler = endpoint(
  scheduleRoutes,
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}',
  async ({ actor, entity, schedule: asked, body, now, today, deadlines }, services) => {
    const { table, ids, xeroWeb } = services;
    const request = { userId: actor.userId, deadlines };
    const known = await readContract(table, asked);
    const sent = termsFrom(asSigned(body, asked, known, today), ids, asked);
    const keepsTerms = isSameContract(asked.terms, sent, known, today);
    const readForChange = keepsTerms ? reconciled : reconciledForChange;
    const schedule = await readForChange(services, { entity, ...request }, asked);
    const states = await readPaymentStates(table, schedule.scheduleId);
    refuseArchived(schedule);
    const accounts = await accountsAfter(services, { entity, schedule }, body.xeroAccount, request);
    if (body.revision !== undefined) {
      const notes = await readNotes(table, schedule.scheduleId);
      if (body.revision !== scheduleRevision(schedule, notes)) throw scheduleChanged();
    }
    const contract = await readContract(table, schedule);
    const isSame = schedule.eventCount > 0 && isSameContract(schedule.terms, sent, contract, today);
    if (schedule.eventCount > 0 && !isSame) throw hasEvents();
    const terms = isSame ? schedule.terms : sent;
    const outcome = isSame ? 'allowed' : checkChange(schedule, terms, entity, states, contract);
    const changes = {
      name: body.description,
      ...contractFieldsFrom(body),
      terms,
      accounts,
      autoSync: body.autoSync,
      autoSyncSince: body.autoSync ? (schedule.autoSyncSince ?? today) : null,
      ...(outcome === 'journal-out-of-date' &&
        schedule.opening && { opening: { ...schedule.opening, outOfDate: true } }),
    };
    const saved = await saveSchedule(table, entity, schedule, changes, [
      ...notesWrites(schedule.scheduleId, body.notes),
      auditEntry({
        actor,
        action: 'schedule/update',
        subject: schedule.scheduleId,
        at: now,
        detail: changedFacts(schedule, changes),
      }),
    ]);
    await reviewSchedule(table, entity, saved, { today });
    return scheduleView(table, saved, { entity, today, xeroWeb });
  },
);

/** Returns the accounts with the changed ones, checked against Xero's. Accounts not sent, or null, stay. */
async function accountsAfter(
  services: XeroServices,
  place: { readonly entity: OwnedEntity; readonly schedule: OwnedSchedule },
  sent: Sent['xeroAccount'] = {},
  request: Pick<PostingRequest, 'userId' | 'deadlines'>,
): Promise<OwnedSchedule['accounts']> {
  const { accounts } = place.schedule;
  const changed = Object.entries(sent).filter(([field, id]) => id !== null && id !== accounts[field]);
  if (changed.length === 0) return accounts;
  return { ...accounts, ...(await checkAccounts(services, place, Object.fromEntries(changed), request)) };
}

type Sent = z.output<typeof ChangedSchedule>;

/** The body with the frequency of the contract as signed where it has the one in force, which an answer shows. */
function asSigned(body: Sent, { terms }: OwnedSchedule, contract: Contract, today: CalendarDate): Sent {
  const inForce = contract.planAt(today).timetable.frequency;
  return body.paymentFrequency === inForce ? { ...body, paymentFrequency: terms.frequency } : body;
}

/** Whether terms are those of the contract; fee and table may be those in force, which an answer shows. */
function isSameContract(
  before: StoredTerms,
  sent: StoredTerms,
  contract: Contract,
  today: CalendarDate,
): boolean {
  const { administrationFee } = contract.planAt(today);
  const table = contract.payments.map(({ date, amount, balance }) => ({ date, amount, balance }));
  const figures = ({ administrationFee: _fee, rows, gstOnCharges = false, ...others }: StoredTerms) => ({
    ...others,
    rows: rows.map(({ qty, amount }) => [qty, amount]),
    gstOnCharges,
  });
  const known = [before, ...(before.table ? [{ ...before, table }] : [])];
  return (
    [before.administrationFee, administrationFee].includes(sent.administrationFee) &&
    known.some((terms) => isDeepStrictEqual(figures(terms), figures(sent)))
  );
}

const hasEvents = (): Refusal =>
  conflict(
    'schedule/has-events',
    'Record a change instead: the terms of a schedule with recorded changes stay as they were signed.',
  );

const gstPosted = (): Refusal =>
  conflict(
    'schedule/gst-on-charges',
    'Documents of the schedule are in Xero, so GST on its charges stays as it is.',
  );

/** Refuses changes of documents that are in Xero, and every change while documents are open. */
function checkChange(
  schedule: OwnedSchedule,
  terms: StoredTerms,
  entity: Entity,
  states: ReadonlyMap<number, PaymentState>,
  contract: Contract,
): ReturnType<typeof checkEdit> {
  refuseWhilePosting(schedule);
  const isOtherGst = (schedule.terms.gstOnCharges ?? false) !== (terms.gstOnCharges ?? false);
  if (isOtherGst && hasDocuments(schedule)) throw gstPosted();
  const begun = [...states.values()].filter(({ state }) => state !== 'unsynced');
  const posting = begun.filter(({ state }) => state === 'posting').map(({ number }) => number);
  const synced = begun.filter(({ state }) => state !== 'posting').map(({ number }) => number);
  const opening = openingNow(schedule, entity);
  return checkEdit(scheduleOf(schedule.terms), scheduleOf(terms), {
    synced,
    posting,
    journalPosted: opening && {
      ...opening,
      coveredThrough: coveredNow(schedule, entity, contract),
    },
  });
}
