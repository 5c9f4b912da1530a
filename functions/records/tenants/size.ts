/**
 * The size of an organisation: schedules, their payments, linked Xero organisations and bytes of files. Its item holds the
 * most that the plan allows and what is left of it, so that one condition in the transaction of what is added keeps the
 * limit. After a downgrade less than nothing may be left: nothing is lost, and nothing can be added.
 */
import * as z from 'zod';
import { SIZE_NAMES, type SizeName } from '../../api/plans.ts';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import type { PlanSizes } from '../../services/context.ts';
import { keys } from '../../store/keys.ts';
import type { Condition, Item, TableReader, Write } from '../../store/table.ts';

export type Size = Readonly<Record<SizeName, number>>;

const StoredSize = z.record(z.enum(SIZE_NAMES), z.number());
const SizeItem = z.object({ most: StoredSize, left: StoredSize });

export interface OrganisationSize {
  /** The most that the plan allows. */
  readonly most: Size;
  /** Negative after a downgrade. */
  readonly left: Size;
}

/**
 * Returns the most that a plan allows.
 * @param maximum the schedules that it connects; 0: the free plan
 */
export function sizeOfPlan(maximum: number, { free, least, each }: PlanSizes): Size {
  if (maximum === 0) return free;
  return sizeBy((name) => Math.max(least[name], each[name] * maximum));
}

const sizeBy = (of: (name: SizeName) => number): Size =>
  Object.fromEntries(SIZE_NAMES.map((name) => [name, of(name)])) as Record<SizeName, number>;

export const negatedSize = (size: Size): Size => sizeBy((name) => -size[name]);

export const sumOfSizes = (sizes: readonly Size[]): Size =>
  sizeBy((name) => sizes.reduce((sum, size) => sum + size[name], 0));

/** Returns the write of the size of a new organisation. */
export const newSizeWrite = (tenantId: string, most: Size): Write => ({
  put: { ...keys.size(tenantId), most, left: most },
  if: 'absent',
});

/**
 * Returns the writes of what is added to an organisation, or taken away where negative.
 * @throws in its transaction Refusal `conflict` `plan/size-reached` with the number.
 */
export function sizeWrites(tenantId: string, added: Partial<Size>): Write[] {
  const changes = SIZE_NAMES.flatMap((name) => {
    const change = added[name] ?? 0;
    return change === 0 ? [] : [[name, change] as const];
  });
  if (changes.length === 0) return [];
  const conditions: Condition[] = changes
    .filter(([, change]) => change > 0)
    .map(([name, change]) => [`left.${name}`, '>=', change]);
  const update: Write = {
    update: keys.size(tenantId),
    add: Object.fromEntries(changes.map(([name, change]) => [`left.${name}`, -change])),
    if: { all: ['present', ...conditions] },
    otherwise: (stored) => refusalOf(stored, added),
  };
  return [update];
}

/** Returns the writes that give an organisation the size of another plan; none where it has that. */
export function planSizeWrites(tenantId: string, { most: before }: OrganisationSize, after: Size): Write[] {
  const changed = SIZE_NAMES.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return [];
  const update: Write = {
    update: keys.size(tenantId),
    set: Object.fromEntries(changed.map((name) => [`most.${name}`, after[name]])),
    add: Object.fromEntries(changed.map((name) => [`left.${name}`, after[name] - before[name]])),
    if: { all: changed.map((name): Condition => [`most.${name}`, '=', before[name]]) },
  };
  return [update];
}

/** Returns the write that corrects what is left of the size, if it is still as read. */
export const leftWrite = (tenantId: string, { left }: OrganisationSize, is: Size) => ({
  update: keys.size(tenantId),
  set: { left: is },
  if: { all: SIZE_NAMES.map((name): Condition => [`left.${name}`, '=', left[name]]) },
});

export const sizeFrom = (item: Item | undefined): OrganisationSize | null =>
  item ? SizeItem.parse(item) : null;

/** Returns the size of an organisation; null when the organisation is gone. */
export const readSize = async (table: TableReader, tenantId: string): Promise<OrganisationSize | null> =>
  sizeFrom(await table.get(keys.size(tenantId)));

/**
 * Checks the whole of what is to be added by several transactions.
 * @throws Refusal `conflict` `plan/size-reached` with the number.
 */
export async function refuseBeyondSize(
  table: TableReader,
  tenantId: string,
  added: Partial<Size>,
  whose: 'Your' | 'The other organisation’s' = 'Your',
): Promise<void> {
  const size = await readSize(table, tenantId);
  const reached = size && firstReached(size, added);
  if (size && reached) throw sizeReached(reached, size.most[reached], whose);
}

const firstReached = ({ left }: OrganisationSize, added: Partial<Size>): SizeName | undefined =>
  SIZE_NAMES.find((name) => (added[name] ?? 0) > Math.max(0, left[name]));

function refusalOf(stored: Item | undefined, added: Partial<Size>): Refusal {
  const size = sizeFrom(stored);
  const reached = size && firstReached(size, added);
  return size && reached
    ? sizeReached(reached, size.most[reached])
    : conflict('organisation/changed', 'This organisation was changed elsewhere. Please try again.');
}

function sizeReached(name: SizeName, most: number, whose = 'Your'): Refusal {
  const message = `${whose} plan allows ${CONTENTS[name](most)} at most. Please delete what is no longer needed, or upgrade the plan.`;
  return conflict('plan/size-reached', message);
}

const counted = (most: number): string => most.toLocaleString('en-AU');

const CONTENTS: Readonly<Record<SizeName, (most: number) => string>> = {
  schedules: (most) => `${counted(most)} schedules`,
  xeroOrganisations: (most) => `${counted(most)} linked Xero organisations`,
  payments: (most) => `${counted(most)} payments in all schedules together`,
  fileBytes: (most) => `${counted(Math.floor(most / 1_000_000))} MB of attached files`,
};
