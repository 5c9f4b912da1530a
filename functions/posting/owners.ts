/** The owners of documents on their way through the poster, and the result of each. */
import type { DocumentType } from '../../domain/journal/document.ts';
import { LeaseLost } from '../store/lease.ts';
import { WriteRefused } from '../store/table.ts';
import type { Plan, ReadyDocument } from './plan/document-kind.ts';
import type { Owner } from './protocol/open-document.ts';
import type { Outcome } from './protocol/outcome.ts';

/** A request for documents of one owner: a schedule, or the entity by its id. */
export interface OwnerRequest<Wanted> {
  readonly ownerId: string;
  readonly wanted: readonly Wanted[];
}

export interface Planned {
  readonly ownerId: string;
  readonly owner: Owner;
  readonly ready: readonly ReadyDocument[];
  /** Reads the owner once more, and plans again. */
  readonly planAgain: () => Promise<Plan & { readonly owner: Owner }>;
}

export interface Addressed extends Planned {
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

  /** Gives documents of an owner the same outcome. */
  addAll(ownerId: string, all: readonly { readonly subject: number }[], outcome: Outcome): void {
    this.add(
      ownerId,
      all.map(({ subject }) => [subject, outcome]),
    );
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
export interface PlannedBatch {
  readonly type: DocumentType;
  readonly chosen: readonly Addressed[];
}
