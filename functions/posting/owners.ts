/** The owners of documents on their way through the poster, and the result of each. */
import type { DocumentType } from '../services/xero/port.ts';
import { LeaseLost } from '../store/lease.ts';
import { WriteRefused } from '../store/table.ts';
import { ownEntity } from '../records/entities/entity.ts';
import { ownSchedule } from '../records/schedules/schedule.ts';
import { allEntities } from '../records/tenants/entity-scope.ts';
import type { Owner } from './documents.ts';
import type { Outcome, Problem } from './outcome.ts';
import type { Run } from './run.ts';

/** A request for documents of one owner: a schedule, or the entity by its id. */
export interface Asked<Wanted> {
  readonly ownerId: string;
  readonly wanted: readonly Wanted[];
}

export interface Read<Own, Wanted> extends Asked<Wanted> {
  readonly owner: Own;
  /** Why the outcome of an earlier document is still unknown. */
  readonly problem: Problem | null;
}

export interface Planned<Own, Wanted, Ready> extends Read<Own, Wanted> {
  readonly ready: readonly Ready[];
}

export interface Addressed<Own, Wanted, Ready> extends Planned<Own, Wanted, Ready> {
  readonly contactId: string | null;
}

/**
 * The result for one owner. Documents that were in Xero before may have no outcome. `failure` is why nothing of the
 * owner could be posted.
 */
export interface OwnerResult {
  readonly ownerId: string;
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly failure: unknown;
}

/** Whether another process posts to the organisation now. */
export const isTakenOver = (error: unknown): boolean =>
  error instanceof LeaseLost || error instanceof WriteRefused;

/** The results so far. A subject with several documents has the worst of their outcomes. */
export class Results {
  readonly #all: ReadonlyMap<string, { readonly outcomes: Map<number, Outcome>; failure: unknown }>;

  constructor(ownerIds: readonly string[]) {
    this.#all = new Map(ownerIds.map((ownerId) => [ownerId, { outcomes: new Map(), failure: null }]));
  }

  add(ownerId: string, outcomes: Iterable<readonly [subject: number, outcome: Outcome]>): void {
    const own = this.#all.get(ownerId)?.outcomes;
    for (const [subject, outcome] of outcomes) {
      if ((own?.get(subject)?.kind ?? 'posted') === 'posted') own?.set(subject, outcome);
    }
  }

  /** Notes why nothing more of an owner is posted. A lost lease ends the run. */
  fail(ownerId: string, error: unknown): void {
    if (isTakenOver(error)) throw error;
    const own = this.#all.get(ownerId);
    if (own) own.failure ??= error;
  }

  /** @throws the failure that all of several owners share: a read for all of them failed */
  list(): OwnerResult[] {
    const failures = Array.from(this.#all.values(), ({ failure }) => failure);
    const [first] = failures;
    if (failures.length > 1 && first !== null && failures.every((one) => one === first)) throw first;
    return Array.from(this.#all, ([ownerId, { outcomes, failure }]) => ({ ownerId, outcomes, failure }));
  }

  /** Takes a step for each owner, all at once. Owners for which it fails go no further. */
  async each<In extends { readonly ownerId: string }, Out>(
    all: readonly In[],
    step: (one: In) => Promise<Out>,
  ): Promise<Out[]> {
    const settled = await Promise.allSettled(all.map(step));
    return settled.flatMap((result, index) => {
      if (result.status === 'fulfilled') return [result.value];
      this.fail(all[index]?.ownerId ?? '', result.reason);
      return [];
    });
  }
}

/** Documents of one type that go to Xero in one call. */
export interface Batch<Own, Wanted, Ready> {
  readonly type: DocumentType;
  readonly chosen: readonly Addressed<Own, Wanted, Ready>[];
}

/** The kind says which of the two it is. */
export const readOwner = async <Own extends Owner>(
  { context: { services }, entity }: Run,
  { owner }: { readonly owner: 'schedule' | 'entity' },
  ownerId: string,
): Promise<Own> =>
  (owner === 'schedule'
    ? await ownSchedule(services.table, entity, ownerId)
    : await ownEntity(services.table, allEntities(entity.tenantId), ownerId)) as Own;
