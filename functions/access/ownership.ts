/**
 * The ownership check of path parameters: each id must belong to the caller, and be within the caller's limits. No other
 * module resolves path ids.
 */
import { notFound, type Refusal } from '../../domain/refusal.ts';
import { type Attachment, type AttachmentOwner, readAttachments } from '../records/entities/attachments.ts';
import { ownEntity, type OwnedEntity } from '../records/entities/entity.ts';
import { findRun, type LedgerRun } from '../records/tenants/ledger-runs.ts';
import { type Import, readImport } from '../records/tenants/imports.ts';
import { filesOfRegister, ownRegister, type OwnedRegister } from '../records/registers/register.ts';
import { filesOfSchedule, ownSchedule, type OwnedSchedule } from '../records/schedules/schedule.ts';
import { memberOf, readMember, type Member } from '../records/tenants/members.ts';
import { tenantOf } from '../records/tenants/tenant.ts';
import { keys } from '../store/keys.ts';
import type { TableReader } from '../store/table.ts';
import { refuseWithoutFactor } from './roles.ts';
import type { SignedIn } from './actor.ts';
import type { ServicesFor } from '../services/context.ts';
import { Id } from '../api/wire.ts';

/** The objects behind a path's parameters, for its handler. */
export type OwnedBy<Params> = (Params extends { entityId: string }
  ? { readonly entity: OwnedEntity }
  : unknown) &
  (Params extends { scheduleId: string } ? { readonly schedule: OwnedSchedule } : unknown) &
  (Params extends { registerId: string } ? { readonly register: OwnedRegister } : unknown) &
  (Params extends { attachmentId: string } ? { readonly attachment: Attachment } : unknown) &
  (Params extends { importId: string } ? { readonly imported: Import } : unknown) &
  (Params extends { checkId: string } ? { readonly ledgerRun: LedgerRun } : unknown) &
  (Params extends { userId: string } ? { readonly member: Member } : unknown);

interface Owned {
  /** The caller, in the organisation of the path or else of the session. */
  readonly actor: SignedIn;
  readonly entity?: OwnedEntity;
  readonly schedule?: OwnedSchedule;
  readonly register?: OwnedRegister;
  readonly attachment?: Attachment;
  readonly imported?: Import;
  readonly ledgerRun?: LedgerRun;
  readonly member?: Member;
}

/** @throws Refusal `not-found` for an unknown object, for one of another organisation, and for one past the caller's limits. */
export async function ownPath(
  params: Readonly<Record<string, string | undefined>>,
  caller: SignedIn,
  services: ServicesFor<'table:read'>,
): Promise<Owned> {
  const { table } = services;
  const { tenantId, userId, importId, checkId, entityId, scheduleId, registerId, attachmentId } = params;
  const { sessionId, factorId } = params;
  refuseNonIds({
    organisation: tenantId,
    user: userId,
    import: importId,
    check: checkId,
    entity: entityId,
    schedule: scheduleId,
    register: registerId,
    attachment: attachmentId,
    session: sessionId,
    factor: factorId,
  });
  if (tenantId !== undefined) {
    const [membership, tenantItem] = await table.getMany([
      keys.membership(caller.userId, tenantId),
      keys.organisation(tenantId),
    ]);
    const [own, tenant] = [memberOf(membership), tenantOf(tenantItem)];
    if (own === null || tenant === null) throw unknown('organisation');
    refuseWithoutFactor(tenant, caller, services);
    const { role, entityIds } = own;
    return { actor: { ...caller, tenantId, role, entityIds } };
  }
  const { tenantId: organisation, entityIds } = caller;
  if (organisation === null) return { actor: caller };
  const scope = { tenantId: organisation, entityIds };
  if (userId !== undefined) {
    const member = await readMember(table, organisation, userId);
    if (!member) throw unknown('user');
    return { actor: caller, member };
  }
  if (importId !== undefined) {
    const imported = await readImport(table, scope, importId);
    if (!imported) throw unknown('import');
    return { actor: caller, imported };
  }
  if (checkId !== undefined) {
    const ledgerRun = await findRun(table, organisation, checkId);
    if (!ledgerRun) throw unknown('check');
    return { actor: caller, ledgerRun };
  }
  if (entityId === undefined) return { actor: caller };
  const entity = await ownEntity(table, scope, entityId);
  if (registerId !== undefined) {
    const register = await ownRegister(table, entity, registerId);
    const attachment = await attachmentOf(table, filesOfRegister(register), attachmentId);
    return { actor: caller, entity, register, ...attachment };
  }
  if (scheduleId === undefined) return { actor: caller, entity };
  const schedule = await ownSchedule(table, entity, scheduleId);
  const attachment = await attachmentOf(table, filesOfSchedule(schedule), attachmentId);
  return { actor: caller, entity, schedule, ...attachment };
}

async function attachmentOf(
  table: TableReader,
  owner: AttachmentOwner,
  attachmentId: string | undefined,
): Promise<Pick<Owned, 'attachment'>> {
  if (attachmentId === undefined) return {};
  const attachments = await readAttachments(table, owner);
  const attachment = attachments.find(({ id }) => id === attachmentId);
  if (!attachment) throw unknown('attachment');
  return { attachment };
}

/** Refuses text that is no id: no object has such a name, and some text is invalid as a key. */
function refuseNonIds(named: Readonly<Record<string, string | undefined>>): void {
  for (const [thing, id] of Object.entries(named)) {
    if (id !== undefined && !Id.safeParse(id).success) throw unknown(thing);
  }
}

function unknown(thing: string): Refusal {
  return notFound(`${thing}/unknown`, `The ${thing} could not be found.`);
}
