import pMap from 'p-map';
import type { CalendarDate } from '../../domain/calendar.ts';
import { timerJob } from '../access/job-handler.ts';
import { jobs } from '../api/jobs.ts';
import { listMembers } from '../records/tenants/members.ts';
import {
  aboutOf,
  concerns,
  type DigestMessage,
  leaveDigest,
  messagesForDigest,
} from '../records/tenants/messages.ts';
import { factorRequiredFrom, readTenant } from '../records/tenants/tenant.ts';
import { readUsers, type StoredUser, wantsDigest } from '../records/users/user.ts';
import type { ServicesFor } from '../services/context.ts';
import { digestMail, type DigestPart } from '../services/mail/templates.ts';
import type { TableReader } from '../store/table.ts';
import { newestOfCauses, standing } from './open-causes.ts';
import { digestedMessages, oncePerDay } from '../records/users/digests.ts';

type Services = ServicesFor<'table:write' | 'queue' | 'sign'>;

/** Organisations read, and users mailed, at the same time. */
const AT_ONCE = 10;
const MARK_KEPT_MS = 7 * 86_400_000;

interface Part extends DigestPart {
  readonly messages: readonly DigestMessage[];
}

interface Recipient {
  readonly user: StoredUser;
  readonly parts: Part[];
}

/** The digest of a user: sent, with nothing to say, or left for the next day's run with its messages. */
interface Outcome {
  readonly isSent: boolean;
  readonly waiting: readonly string[];
}

/** Mails the news since the last run, to each user once a day over all organisations. */
export const handler = timerJob(jobs, 'digest', async ({ today }, services) => {
  const { table } = services;
  const messages = await messagesForDigest(table, today);
  const recipients = new Map<string, Recipient>();
  const byTenant = [...Map.groupBy(messages, ({ tenantId }) => tenantId)];
  await pMap(
    byTenant,
    async ([tenantId, own]) => {
      const open = await openOf(table, tenantId, own);
      for (const { user, part } of await readersOf(services, tenantId, open)) {
        const known = recipients.get(user.userId) ?? { user, parts: [] };
        recipients.set(user.userId, { ...known, parts: [...known.parts, part] });
      }
    },
    { concurrency: AT_ONCE },
  );
  const outcomes = await pMap(recipients.values(), (one) => mailTo(services, one, today), {
    concurrency: AT_ONCE,
  });
  const waiting = new Set(outcomes.flatMap((outcome) => outcome.waiting));
  const done = messages.filter(({ id }) => !waiting.has(id));
  await pMap(done, (message) => leaveDigest(table, message), { concurrency: AT_ONCE });
  return { today, digests: outcomes.filter(({ isSent }) => isSent).length };
});

/** Returns the messages whose causes still stand, the newest of each subject. */
async function openOf(
  table: TableReader,
  tenantId: string,
  messages: readonly DigestMessage[],
): Promise<DigestMessage[]> {
  const newest = [...new Map(messages.map((message) => [aboutOf(message) ?? message.sk, message])).values()];
  const required = newestOfCauses(newest.filter(({ actionRequired }) => actionRequired).toReversed());
  const open = new Set(await standing(table, tenantId, required));
  return newest.filter((message) => !message.actionRequired || open.has(message));
}

/** Returns the members of an organisation who want a digest, with what concerns them. */
async function readersOf(
  services: Services,
  tenantId: string,
  messages: readonly DigestMessage[],
): Promise<{ readonly user: StoredUser; readonly part: Part }[]> {
  const { table, clock } = services;
  const tenant = messages.length === 0 ? null : await readTenant(table, tenantId);
  if (!tenant) return [];
  const requiredFrom = factorRequiredFrom(tenant, services);
  const isRefusing = requiredFrom !== null && requiredFrom <= clock.now();
  const members = new Map((await listMembers(table, tenantId)).map((member) => [member.userId, member]));
  const users = await readUsers(table, [...members.keys()]);
  return users.flatMap((user) => {
    const member = members.get(user.userId);
    if (!member || !user.active || !user.isVerified || !wantsDigest(user, member.role)) return [];
    // A member whose sessions are refused reads nothing of the organisation by mail either.
    if (isRefusing && user.factorCount === 0) return [];
    const own = messages.filter((message) => concerns(message, member));
    return own.length === 0 ? [] : [{ user, part: { organisation: tenant.name, messages: own } }];
  });
}

/**
 * Leaves a digest of the messages that the user has not had to the queue, which repeats it until the provider accepts
 * it. Messages that come after the day's digest wait for the next day's.
 */
async function mailTo(
  { table, queue, signer, origin, clock }: Services,
  { user, parts: all }: Recipient,
  today: CalendarDate,
): Promise<Outcome> {
  const { userId, email, givenName } = user;
  const had = await digestedMessages(table, userId);
  const parts = all
    .map((part) => ({ ...part, messages: part.messages.filter(({ id }) => !had.has(id)) }))
    .filter(({ messages }) => messages.length > 0);
  const ids = parts.flatMap(({ messages }) => messages.map(({ id }) => id));
  if (ids.length === 0) return { isSent: false, waiting: [] };
  const token = await signer.digest(userId);
  const body = {
    to: email,
    ...digestMail({ givenName, parts, origin }),
    unsubscribe: `${origin}/v1/digest/unsubscribe?token=${token}`,
  };
  const mark = { date: today, messages: ids, expiresAt: clock.now() + MARK_KEPT_MS };
  const isSent = await oncePerDay(table, userId, mark, () =>
    queue.send([{ group: `digest-${userId}`, id: `digest-${userId}-${today}`, body }]),
  );
  return { isSent, waiting: isSent ? [] : ids };
}
