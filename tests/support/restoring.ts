/** Restores of the table, as processes see them. */
import type { Input } from '../../functions/client/route-client.ts';
import type { Restore } from '../../functions/services/context.ts';
import type { Item } from '../../functions/store/table.ts';
import { signIn } from './people.ts';
import type { Prepared } from './xero.ts';

const MINUTE = 60_000;

/** Notes a restore that began ten minutes ago, to a backup an hour before it. */
export function noteRestore({ app }: Pick<Prepared, 'app'>, minutesAgo = 10): void {
  const quietSince = app.clock.now() - minutesAgo * MINUTE;
  (app.restores as Restore[]).push({ backupAt: quietSince - 60 * MINUTE, quietSince });
}

export const UNKNOWN = '/v1/entities/{entityId}/xero/unknown' as const;

/** Returns the documents in Xero that the entity's page asks about. */
export const listUnknown = async ({ app, owner, params }: Prepared) =>
  (await app.call(`GET ${UNKNOWN}`, { as: owner.token, params })).body;

export const answerUnknown = (
  { app, owner, entityId }: Prepared,
  documentId: string,
  body: Input<`POST ${typeof UNKNOWN}/{documentId}`>['body'],
) => app.call(`POST ${UNKNOWN}/{documentId}`, { as: owner.token, params: { entityId, documentId }, body });

/** Lets time pass. The owner signs in again. */
export async function later(prepared: Prepared, minutes: number): Promise<Prepared> {
  const { app, owner } = prepared;
  app.clock.advance(minutes * MINUTE);
  return { ...prepared, owner: { ...owner, token: (await signIn(app, owner.email)).token } };
}

/** Brings the table back to what it held, and waits until the entity may be compared. */
export async function restoreTable(prepared: Prepared, backup: readonly Item[]): Promise<Prepared> {
  const { table, stored } = prepared.app;
  const kept = new Set(backup.map(({ pk, sk }) => `${pk} ${sk}`));
  const added = stored().filter(({ pk, sk }) => !kept.has(`${pk} ${sk}`) && !pk.startsWith('XA#'));
  await Promise.all(added.map(({ pk, sk }) => table.write({ delete: { pk, sk } })));
  const others = backup.filter(({ pk }) => !pk.startsWith('XA#'));
  await Promise.all(others.map((item) => table.write({ put: item })));
  const next = await later(prepared, 20);
  noteRestore(next);
  return next;
}
