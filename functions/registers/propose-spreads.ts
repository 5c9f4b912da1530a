import { scheduleOf } from '../../domain/contract/contract.ts';
import { toDollars } from '../../domain/money.ts';
import { type PostedOpening, proposedSpreads } from '../../domain/registers/spread-proposals.ts';
import type { Actor } from '../access/actor.ts';
import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { findPosted, ownPartOf } from '../records/schedules/opening-journals.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import type { XeroServices } from '../services/context.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { pageReads } from '../xero/cached-reads.ts';

/** Only the premium of an insurance depends on the opening journal, and on Xero's chart. */
export const handler = endpoint(
  registerRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/spreads',
  async ({ actor, entity, schedule, deadlines }, services) => {
    const { scheduleId, name, terms, lender, contractNumber } = schedule;
    const kind = schedule.kind === '' ? null : schedule.kind;
    const original = scheduleOf(terms);
    const contract = {
      scheduleId,
      name,
      kind,
      loanAmount: terms.loanAmount,
      startDate: terms.startDate,
      lastPayment: original.dateOf(original.count),
      lender,
      contractNumber,
    };
    const opening =
      kind === 'premium-funding' ? await openingOf(services, { actor, deadlines }, entity, schedule) : null;
    return {
      spreads: proposedSpreads(contract, opening).map(({ name: proposed, facts }) => ({
        name: proposed,
        facts: { ...facts, amount: toDollars(facts.amount) },
      })),
    };
  },
);

/** Null before the opening journal is posted. */
async function openingOf(
  services: XeroServices,
  asked: { readonly actor: Actor; readonly deadlines: Deadlines },
  { xero: link }: OwnedEntity,
  { scheduleId }: OwnedSchedule,
): Promise<PostedOpening | null> {
  const posted = link && (await findPosted(services.table, scheduleId, link.tenantId));
  if (!posted) return null;
  const { lines, lineAmountTypes } = ownPartOf(posted);
  const reads = pageReads(services, link, asked);
  return {
    lineAmountTypes,
    ownLines: lines,
    accounts: await reads.chart(),
    taxRates: await reads.taxRates(),
  };
}
