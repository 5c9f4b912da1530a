/** Keeps Xero authorisations alive, and sends messages about those that expire: Xero ends one after sixty unused days. */
import pMap from 'p-map';
import { addDays, businessDate, type CalendarDate, daysBetween, formatDate } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { ownEntity } from '../records/entities/entity.ts';
import { type LinkedEntity, linkedEntities, moveCheck } from '../records/entities/links.ts';
import type { ServicesFor } from '../services/context.ts';
import { XeroError } from '../services/xero/error.ts';
import { accessToken } from '../xero/access-token.ts';
import type { JobResult, TimerRun } from '../access/job-handler.ts';
import { attentionWrite, entityCause, readAttention } from '../records/entities/attention.ts';
import { type Table, tryCommit } from '../store/table.ts';
import {
  accessLost,
  readAuthorisation,
  type XeroAuthorisation,
} from '../records/connections/authorisations.ts';
import { recordXeroLink } from '../records/tenants/tenant.ts';
import { messageWrite } from '../records/tenants/messages.ts';
import { allEntities } from '../records/tenants/entity-scope.ts';
import { ENTITY } from '../records/entities/attention-keys.ts';

type Services = ServicesFor<'xero'>;

const RENEWED_AFTER_DAYS = 45;
/** Xero ends an authorisation after sixty unused days; users are warned ten days before. */
const WARNED_AFTER_DAYS = 50;
const ENDED_AFTER_DAYS = 60;
/** How long one renewal may wait for another process. */
const RENEWAL_MS = 30_000;
const AT_ONCE = 10;

/** Writes one message for each link that needs a user's action. */
export async function checkLinks(
  services: Services,
  { today, shards }: Pick<TimerRun, 'today' | 'shards'>,
): Promise<JobResult> {
  const links = await linkedEntities(services.table, today, shards);
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

async function checkLink(services: Services, link: LinkedEntity, today: CalendarDate): Promise<boolean> {
  const { table, clock, ids } = services;
  // Organisations linked before this was recorded begin their grace now.
  if (services.requireMfaWhenLinked) await recordXeroLink(table, link.tenantId, clock.now());
  const { text, next } = await stateOf(services, link, today);
  const known = (await readAttention(table, link)).itemOf('reconnect', ENTITY);
  // Renewals that fail every day until the access ends are one message.
  const isReported = known !== null && next !== null;
  const entity = text === null || isReported ? null : await nameOf(table, link);
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
            entityId: link.entityId,
            subject: `${entity}: reconnect to Xero`,
            message: text,
            actionRequired: true,
            cause: entityCause(link, 'reconnect'),
            link: `/entity/${link.entityId}`,
          }),
        ]
      : [];
  const item = text === null ? null : { since: known?.since ?? today, amount: null, text };
  const isNews = text === null ? known !== null : message.length > 0;
  const attention = isNews ? [attentionWrite(link, [['reconnect', item]])] : [];
  // False when the entity was unlinked or linked again.
  const isCurrent = await tryCommit(table, [moveCheck(link, next), ...message, ...attention]);
  return isCurrent && message.length > 0;
}

/** Returns today's message and the date of the next check; null: after the next linking. */
async function stateOf(
  services: Services,
  { authorisationId, name }: LinkedEntity,
  today: CalendarDate,
): Promise<{ text: string | null; next: CalendarDate | null }> {
  const authorisation = await renewed(services, authorisationId, today);
  if (!authorisation || authorisation.lost) {
    return { text: accessLost(name), next: null };
  }
  const { used, unused } = useOf(authorisation, today);
  const ends = addDays(used, ENDED_AFTER_DAYS);
  if (unused >= ENDED_AFTER_DAYS) {
    return {
      text: `Access to ${name} in Xero has expired after ${unused} days without use. Reconnect it to continue syncing.`,
      next: null,
    };
  }
  if (unused < RENEWED_AFTER_DAYS) return { text: null, next: addDays(used, RENEWED_AFTER_DAYS) };
  if (unused < WARNED_AFTER_DAYS) return { text: null, next: addDays(today, 1) };
  return {
    text: `${name} in Xero was not used for ${unused} days. Access expires on ${formatDate(ends)} unless you sync a payment or reconnect it.`,
    next: addDays(today, 1),
  };
}

/** Reads an authorisation, after a refresh of its tokens when they were not used for long. */
async function renewed(
  services: Services,
  authorisationId: string,
  today: CalendarDate,
): Promise<XeroAuthorisation | null> {
  const { table, clock, log } = services;
  const stored = await readAuthorisation(table, authorisationId);
  if (!stored || stored.lost || useOf(stored, today).unused < RENEWED_AFTER_DAYS) return stored;
  try {
    await accessToken(services, authorisationId, { until: clock.now() + RENEWAL_MS });
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
    // A consent that was withdrawn is a person's decision, about which a message tells; the rest is for an operator.
    const level = error.isTransient ? 'error' : 'warn';
    log[level]('connection to Xero not renewed', { authorisationId, error });
  }
  return readAuthorisation(table, authorisationId);
}

/** The day of the last refresh, and the days since then. */
function useOf({ refreshedAt }: XeroAuthorisation, today: CalendarDate) {
  const used = businessDate(refreshedAt);
  return { used, unused: daysBetween(used, today) };
}

/** Returns the entity's name; null when it is gone. */
async function nameOf(table: Table, { tenantId, entityId }: LinkedEntity): Promise<string | null> {
  try {
    return (await ownEntity(table, allEntities(tenantId), entityId)).name;
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not-found') return null;
    throw error;
  }
}
