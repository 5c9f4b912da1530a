import { notFound } from '../../domain/refusal.ts';
import type { Actor } from '../access/actor.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { commitAll, type Table } from '../store/table.ts';
import { markWrite } from '../records/tenants/messages.ts';
import { visibleMessages } from './visible-messages.ts';

/** @throws Refusal `not-found` when a message isn't visible to the caller. Nothing is marked then. */
export async function markMessages(
  table: Table,
  actor: Actor,
  { ids, deleted, now }: { ids: readonly string[]; deleted: boolean; now: number },
): Promise<void> {
  const visible = new Map((await visibleMessages(table, actor)).map((message) => [message.id, message]));
  const messages = [...new Set(ids)].map((id) => {
    const message = visible.get(id);
    if (!message) throw notFound('message/unknown', 'The message could not be found.');
    return message;
  });
  await commitAll(table, messages, (some) => [
    ...some.map((message) => markWrite(actor, message, deleted)),
    auditEntry({
      actor,
      action: deleted ? 'message/delete' : 'message/acknowledge',
      subject: some[0]?.id ?? '',
      at: now,
      detail: { messages: some.length },
    }),
  ]);
}
