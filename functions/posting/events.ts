/** Posting a contract event: reconcile, check, freeze, send, record, as for every document (`pipeline.ts`). */
import { isDeepStrictEqual } from 'node:util';
import { eventDocument } from '../../domain/journal/event-document.ts';
import type { LedgerDocument } from '../../domain/journal/document.ts';
import { Refusal } from '../../domain/refusal.ts';
import { ownEntity } from '../records/entities/entity.ts';
import {
  isContained,
  noteEventError,
  readContractState,
  type StoredEvent,
} from '../records/schedules/events.ts';
import type { XeroServices } from '../services/context.ts';
import {
  type OwnedSchedule,
  ownSchedule,
  refuseWhilePosting,
  saveSchedule,
} from '../records/schedules/schedule.ts';
import { XeroError } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import { auditEntries } from './audited-action.ts';
import type { PostingContext } from './recorded-call.ts';
import { contactOf } from './contact.ts';
import { eventReference } from '../../domain/posting/document-reference.ts';
import { openDocument } from './ledger-documents.ts';
import { type Outcome, requirePosted } from './outcome.ts';
import { freeze, send, reconcile } from './pipeline.ts';
import { checkReady, containedEvent, linkChanged, unconfirmedPayment } from './refusals.ts';
import { requirePaidPlan } from './require-paid-plan.ts';
import { type PostingRequest, runPosting } from './run-posting.ts';
import { linkOf } from '../xero/session.ts';
import { accountCodes, readChart, readLockDate, refuseUnknownAccounts } from '../xero/reads.ts';

/** An event of a schedule. */
export interface WantedEvent {
  readonly scheduleId: string;
  readonly number: number;
}

/**
 * Posts an event that is not in Xero yet. An event without lines counts as synced.
 * @throws Refusal `conflict` when it can't be posted now, `invalid` while an account of it is not chosen; XeroError
 * when Xero refuses or doesn't answer.
 */
export async function postEvent(
  services: XeroServices,
  request: PostingRequest,
  wanted: WantedEvent,
): Promise<void> {
  await requirePaidPlan(services.table, request.entity.tenantId);
  try {
    await runPosting(services, request, (context) => post(context, request, wanted));
  } catch (error) {
    if (error instanceof Refusal || error instanceof XeroError) {
      await noteEventError(services.table, wanted, error.message);
    }
    throw error;
  }
}

async function post(context: PostingContext, request: PostingRequest, wanted: WantedEvent): Promise<void> {
  const { services, session } = context;
  const { table, xero } = services;
  const { entity } = request;
  const problems = await reconcile(context, [wanted.scheduleId]);
  const schedule = await ownSchedule(table, entity, wanted.scheduleId);
  const { contract, events } = await readContractState(table, schedule);
  const index = events.findIndex(({ number }) => number === wanted.number);
  const event = events[index];
  const applied = contract.events[index];
  if (!event || !applied) throw new Refusal('not-found', 'event/unknown', 'The change could not be found.');
  if (event.state === 'synced') return;
  if (event.state === 'posting') throw problems.get(schedule.scheduleId) ?? unconfirmedPayment();
  refuseWhilePosting(schedule);
  checkReady(schedule, linkOf(entity));
  if (isContained(schedule, session.xeroTenantId, event.number)) throw containedEvent();
  const document = eventDocument(applied, schedule.accounts, await readLockDate(xero, session));
  if (document === null) {
    const synced = { ...event, state: 'synced', xeroTenantId: session.xeroTenantId, error: null };
    const item = { ...keys.event(schedule.scheduleId, event.number), ...synced };
    await saveSchedule(table, entity, schedule, {}, [
      { put: item, if: ['state', '=', 'recorded'] },
      ...auditEntries(context.audited, schedule),
    ]);
    return;
  }
  requirePosted(await sendEvent(context, request, schedule, event, document), unconfirmedPayment());
}

async function sendEvent(
  context: PostingContext,
  { entity, deadlines }: PostingRequest,
  before: OwnedSchedule,
  event: StoredEvent,
  document: LedgerDocument,
): Promise<Outcome | undefined> {
  const { services, session } = context;
  const { table, xero, origin } = services;
  const chart = await readChart(xero, session);
  refuseUnknownAccounts(
    chart,
    document.lines.flatMap(({ role, account }) =>
      role === 'other' && account ? [['accountId', account]] : [],
    ),
  );
  const isJournal = document.type === 'MANUAL-JOURNAL';
  const contactId = isJournal ? '' : await contactOf(context, entity, before, new Set());
  const schedule = await ownSchedule(table, entity, before.scheduleId);
  // The search for the contact may have changed the schedule; anything else would have changed its events or accounts.
  const isSame =
    schedule.eventNumber === before.eventNumber &&
    schedule.eventCount === before.eventCount &&
    isDeepStrictEqual(schedule.accounts, before.accounts) &&
    isDeepStrictEqual(schedule.opening, before.opening);
  const { xero: link } = await ownEntity(table, entity.tenantId, entity.entityId);
  if (!isSame || link?.tenantId !== session.xeroTenantId) throw linkChanged();
  checkReady(schedule, link);
  const reference = eventReference(schedule.scheduleId, event.number, { attempt: event.attempt });
  const key = keys.event(schedule.scheduleId, event.number);
  const narration = document.lines[0]?.description ?? '';
  const open = openDocument(
    schedule,
    { sk: key.sk, reference, narration, document, item: { ...event, state: 'posting', error: null } },
    {
      origin,
      xeroTenantId: session.xeroTenantId,
      shortCode: link.shortCode,
      contactId,
      codes: accountCodes(chart),
    },
  );
  const frozen = await freeze(context, entity, document.type, [{ schedule, documents: [open] }]);
  const { outcomes } = await send(context, frozen, deadlines.startBy);
  return outcomes.get(reference);
}
