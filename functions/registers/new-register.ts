/** A register that a request describes, checked and not stored yet. */
import type * as z from 'zod';
import { calendarDate } from '../../domain/calendar.ts';
import type { registerRoutes } from '../api/registers.ts';
import type { StoredRegister } from '../records/registers/register.ts';
import type { WorkedRegister } from '../records/registers/state.ts';
import type { XeroServices } from '../services/context.ts';
import { type Asked, checkedRegister, chosenAccounts, refuseUnknownSchedule } from './register-input.ts';

type Described = z.output<(typeof registerRoutes)['POST /v1/entities/{entityId}/registers']['body']>;

/** @throws Refusal `invalid`, `not-found` naming the field to correct; `conflict` for accounts without a link. */
export async function checkedNewRegister(
  services: XeroServices,
  asked: Asked,
  { kind, name, facts, changes, accounts, postFrom, autoPost }: Described,
  { registerId, now }: { readonly registerId: string; readonly now: number } = { registerId: '', now: 0 },
): Promise<{ readonly register: StoredRegister; readonly worked: WorkedRegister }> {
  const numbered = changes.map((change, index) => ({ number: index + 1, change }));
  const worked = await checkedRegister(services.table, asked, { kind, facts }, numbered);
  await refuseUnknownSchedule(services.table, asked.entity, { kind, facts });
  const register: StoredRegister = {
    registerId,
    kind,
    name,
    facts,
    accounts: await chosenAccounts(services, asked, { kind, facts }, accounts),
    postFrom: postFrom === null ? null : calendarDate(postFrom),
    autoPost,
    autoPostSince: autoPost ? asked.today : null,
    archived: false,
    changeNumber: changes.length,
    fileBytes: 0,
    openIntents: 0,
    postingNumbers: new Set(),
    postedNumbers: new Set(),
    version: 1,
    createdAt: new Date(now).toISOString(),
  };
  return { register, worked };
}
