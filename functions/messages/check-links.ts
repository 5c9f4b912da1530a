/** Messages about Xero authorisations that expire: Xero ends one after sixty unused days. */
import pMap from 'p-map';
import { addDays, businessDate, type CalendarDate, daysBetween, formatDate } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { ownEntity } from '../records/entities/entity.ts';
import { moveCheck, type LinkToCheck, linksToCheck } from '../records/entities/links.ts';
import type { ServicesFor } from '../services/context.ts';
import type { JobResult, TimerRun } from '../access/job-handler.ts';
import { ENTITY, attentionWrite, readAttention } from '../records/entities/attention.ts';
import { commitOne, type Table, tryCommit } from '../store/table.ts';
import { readAuthorisation } from '../records/connections/authorisations.ts';
import { recordXeroLink } from '../records/tenants/tenant.ts';
import { messageWrite } from '../records/tenants/messages.ts';
import { WARNED_AFTER_DAYS } from './open-causes.ts';

type Services = ServicesFor<'table:write'>;

const ENDED_AFTER_DAYS = 60;
const AT_ONCE = 10;

/** Writes one message for each link that needs a user's action. */
export async function checkLinks(
  services: Services,
  { today, shards }: Pick<TimerRun, 'today' | 'shards'>,
): Promise<JobResult> {
  const links = (await Promise.all(shards.map((shard) => linksToCheck(services.table, shard, today)))).flat();
  let connections = 0;
  await pMap(
    links,
    async (link) => {
      if (await checkLink(services, link, today)) connections++;
    },
    { concurrency: AT_ONCE },
  );
  return { connections };
}

async function checkLink(services: Services, link: LinkToCheck, today: CalendarDate): Promise<boolean> {
  const { table, clock, ids } = services;
  // Organisations linked before this was recorded begin their grace now.
  if (services.requireMfaWhenLinked) await recordXeroLink(table, link.tenantId, clock.now());
  const { text, next } = await stateOf(table, link, today);
  const move = moveCheck(link, next);
  const entity = text === null ? null : await nameOf(table, link);
  if (text === null || entity !== null) await noteReconnect(table, link, text, today);
  const message =
    text !== null && entity !== null
      ? [
          messageWrite({
            now: clock.now(),
            date: today,
            id: ids.uuid(),
            tenantId: link.tenantId,
            about: `xero-link#${link.entityId}`,
            minimumRole: 'Member',
            subject: `${entity}: reconnect to Xero`,
            message: text,
            actionRequired: true,
            link: `/entity/${link.entityId}`,
          }),
        ]
      : [];
  // False when the entity was unlinked or linked again.
  const isCurrent = await tryCommit(table, [move, ...message]);
  return isCurrent && message.length > 0;
}

/** Keeps the attention item of a link that needs a user; `text` null: it needs none. */
async function noteReconnect(
  table: Table,
  link: LinkToCheck,
  text: string | null,
  today: CalendarDate,
): Promise<void> {
  const known = (await readAttention(table, link)).itemOf('reconnect', ENTITY);
  if ((known?.text ?? null) === text) return;
  const item = text === null ? null : { since: known?.since ?? today, amount: null, text };
  await commitOne(table, attentionWrite(link, null, [['reconnect', item]]));
}

/** Returns today's message and the date of the next check; null: after the next linking. */
async function stateOf(
  table: Table,
  { authorisationId, name }: LinkToCheck,
  today: CalendarDate,
): Promise<{ text: string | null; next: CalendarDate | null }> {
  const authorisation = await readAuthorisation(table, authorisationId);
  if (!authorisation || authorisation.lost) {
    return {
      text: `Paydown no longer has access to ${name} in Xero. Connect it again to continue syncing.`,
      next: null,
    };
  }
  const used = businessDate(authorisation.refreshedAt);
  const unused = daysBetween(used, today);
  const ends = addDays(used, ENDED_AFTER_DAYS);
  if (unused >= ENDED_AFTER_DAYS) {
    return {
      text: `Access to ${name} in Xero has expired after ${unused} days without use. Connect it again to continue syncing.`,
      next: null,
    };
  }
  if (unused < WARNED_AFTER_DAYS) return { text: null, next: addDays(used, WARNED_AFTER_DAYS) };
  return {
    text: `${name} in Xero was not used for ${unused} days. Access expires on ${formatDate(ends)} unless you sync a payment or connect it again.`,
    next: ends,
  };
}

/** Returns the entity's name; null when it is gone. */
async function nameOf(table: Table, { tenantId, entityId }: LinkToCheck): Promise<string | null> {
  try {
    return (await ownEntity(table, tenantId, entityId)).name;
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not-found') return null;
    throw error;
  }
}
