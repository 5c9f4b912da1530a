/** Messages about Xero authorisations that are about to end: Xero ends one that was not used for sixty days. */
import pMap from 'p-map';
import {
  addDays,
  businessDate,
  type CalendarDate,
  daysBetween,
  formatDateShort,
} from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { ownEntity } from '../entities/entity-store.ts';
import { careLater, type LinkInCare, linksInCare } from '../entities/link-store.ts';
import type { ServicesFor } from '../lib/context.ts';
import type { JobResult, TimerRun } from '../lib/job-handler.ts';
import { shards } from '../store/keys.ts';
import { type Table, tryCommit } from '../store/table.ts';
import { readAuthorisation } from '../connections/authorisation-store.ts';
import { recordXeroLink } from '../tenants/tenant-store.ts';
import { messageWrite } from './message-store.ts';

type Services = ServicesFor<'table:write'>;

const WARNED_AFTER_DAYS = 50;
const ENDED_AFTER_DAYS = 60;
const AT_ONCE = 10;

/** Writes one message for each link that needs a user's action. */
export async function lookAfterLinks(
  services: Services,
  { today }: Pick<TimerRun, 'today'>,
): Promise<JobResult> {
  const links = (await Promise.all(shards.map((shard) => linksInCare(services.table, shard, today)))).flat();
  let connections = 0;
  await pMap(
    links,
    async (link) => {
      if (await lookAfter(services, link, today)) connections++;
    },
    { concurrency: AT_ONCE },
  );
  return { connections };
}

async function lookAfter(services: Services, link: LinkInCare, today: CalendarDate): Promise<boolean> {
  const { table, clock, ids } = services;
  // Organisations linked before this was recorded begin their grace now.
  if (services.requireMfaWhenLinked) await recordXeroLink(table, link.tenantId, clock.now());
  const { say, next } = await stateOf(table, link, today);
  const later = careLater(link, next);
  const entity = say === null ? null : await nameOf(table, link);
  const message =
    say !== null && entity !== null
      ? [
          messageWrite({
            now: clock.now(),
            date: today,
            id: ids.uuid(),
            tenantId: link.tenantId,
            about: `xero-link#${link.entityId}`,
            minimumRole: 'Member',
            subject: `${entity}: the connection to Xero needs you`,
            message: say,
            actionRequired: true,
            link: `/entity/${link.entityId}`,
          }),
        ]
      : [];
  // False when the entity was linked anew, or unlinked.
  const isCurrent = await tryCommit(table, [later, ...message]);
  return isCurrent && message.length > 0;
}

/** Returns today's message and the next date to check; null: not until the entity is linked again. */
async function stateOf(
  table: Table,
  { authorisationId, name }: LinkInCare,
  today: CalendarDate,
): Promise<{ say: string | null; next: CalendarDate | null }> {
  const authorisation = await readAuthorisation(table, authorisationId);
  if (!authorisation || authorisation.lost) {
    return { say: `Paydown has no access to ${name} in Xero any more. Please connect it again.`, next: null };
  }
  const used = businessDate(authorisation.refreshedAt);
  const unused = daysBetween(used, today);
  const ends = addDays(used, ENDED_AFTER_DAYS);
  if (unused >= ENDED_AFTER_DAYS) {
    return {
      say: `The access to ${name} in Xero was not used for ${unused} days, and has ended. Please connect it again.`,
      next: null,
    };
  }
  if (unused < WARNED_AFTER_DAYS) return { say: null, next: addDays(used, WARNED_AFTER_DAYS) };
  return {
    say: `The access to ${name} in Xero was not used for ${unused} days. Xero ends it on ${formatDateShort(ends)}, unless something is synced, or it is connected again, before.`,
    next: ends,
  };
}

/** Null when the entity is gone. */
async function nameOf(table: Table, { tenantId, entityId }: LinkInCare): Promise<string | null> {
  try {
    return (await ownEntity(table, tenantId, entityId)).name;
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not-found') return null;
    throw error;
  }
}
