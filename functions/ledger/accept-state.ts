/** Accepts the present state of documents that were changed or deleted in Xero. */
import { businessDate } from '../../domain/calendar.ts';
import type { Actor } from '../access/actor.ts';
import type { ServicesFor } from '../services/context.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { commit } from '../store/table.ts';
import { nameOfUser } from '../records/users/user.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { reviewDocuments } from './review-documents.ts';
import { acceptanceWrite, nothingToAccept, readFindings } from '../records/schedules/findings.ts';
import { type OwnDocument, readBooks } from '../books/schedule-books.ts';

/** The documents whose state is accepted, and the note that says why. */
interface Accepted {
  readonly note: string;
  /** Whether a document is one of them. */
  readonly isMeant: (document: OwnDocument) => boolean;
}

/** @throws Refusal `conflict` when none of the documents was changed or deleted. */
export async function acceptState(
  { table, clock }: Pick<ServicesFor<'table:write'>, 'table' | 'clock'>,
  actor: Actor,
  { entity, schedule }: { readonly entity: OwnedEntity; readonly schedule: OwnedSchedule },
  { note, isMeant }: Accepted,
): Promise<void> {
  const { scheduleId } = schedule;
  const xeroTenantId = entity.xero?.tenantId ?? null;
  const { documents } = await readBooks(table, schedule, xeroTenantId);
  const findings = await readFindings(table, scheduleId);
  const deviating = documents
    .filter((document) => document.isCurrent && isMeant(document))
    .flatMap(({ documentId }) => findings.get(documentId) ?? [])
    .filter(({ status }) => status === 'changed' || status === 'missing');
  if (deviating.length === 0) throw nothingToAccept();
  const at = clock.now();
  const given = { note, by: await nameOfUser(table, actor.userId), at: new Date(at).toISOString() };
  const detail = { documents: deviating.length, note };
  await commit(table, [
    ...deviating.map((finding) => acceptanceWrite(scheduleId, finding, given)),
    auditEntry({ actor, action: 'schedule/accept-document', subject: scheduleId, at, detail }),
  ]);
  await reviewDocuments(table, entity, schedule, businessDate(at));
}
