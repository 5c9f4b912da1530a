/**
 * Ledger checks of all linked entities: what each run checks, and a result an entity with its sign-off. The only reader
 * and writer of these items.
 */
import * as z from 'zod';
import { CHECK_OBSTACLES } from '../../../domain/ledger/ledger-check.ts';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
import { keys, ledgerRunResults } from '../../store/keys.ts';
import { listUnder, type Table, type TableReader, tryCommitOne, type Write } from '../../store/table.ts';

/** Runs are kept as long as the results of each entity: the last year end and the months since. */
const KEPT_MS = 400 * 86_400_000;
/** A run takes minutes. An entity without a result by then has none, and the next run may begin. */
const LASTS_MS = 30 * 60_000;
/** The latest runs, which a list shows. */
const LISTED = 24;

const RunItem = z.object({
  checkId: z.string(),
  date: StoredDate,
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  startedBy: z.string(),
  entityIds: z.array(z.string()),
});

/** A run: its entities as they were linked when it began. */
export type LedgerRun = Readonly<z.output<typeof RunItem>>;

const Listed = RunItem.omit({ entityIds: true });

const ListItem = z.object({ runs: z.array(Listed), version: z.number() });

/** The latest runs of an organisation, the newest first. */
export type LedgerRuns = Readonly<z.output<typeof ListItem>>;

const ResultItem = z.object({
  entityId: z.string(),
  status: z.enum(['agrees', 'differs', 'unknown']),
  /** The sum of the accounts' differences without their signs; null where it is unknown. */
  difference: StoredCents.nullable(),
  /** Why the status is unknown. */
  obstacle: z.enum(CHECK_OBSTACLES).nullable(),
  /** The obstacle as a sentence; null without one. */
  message: z.string().nullable(),
  /** The name of the user who signed the result off, and when, in milliseconds since the epoch. */
  signedOff: z.object({ by: z.string(), at: z.number() }).optional(),
});

export type LedgerResult = Readonly<z.output<typeof ResultItem>>;

export async function findRun(
  table: TableReader,
  tenantId: string,
  checkId: string,
): Promise<LedgerRun | null> {
  const item = await table.get(keys.ledgerRun(tenantId, checkId));
  return item ? RunItem.parse(item) : null;
}

export async function readRuns(table: TableReader, tenantId: string): Promise<LedgerRuns> {
  const item = await table.get(keys.ledgerRuns(tenantId));
  return item ? ListItem.parse(item) : { runs: [], version: 0 };
}

export async function readResults(
  table: TableReader,
  tenantId: string,
  { checkId }: Pick<LedgerRun, 'checkId'>,
): Promise<ReadonlyMap<string, LedgerResult>> {
  const items = await listUnder(table, keys.organisation(tenantId), ledgerRunResults(checkId));
  const results = items.map((item) => ResultItem.parse(item));
  return new Map(results.map((result) => [result.entityId, result]));
}

export async function hasResult(
  table: TableReader,
  tenantId: string,
  { checkId }: LedgerRun,
  entityId: string,
): Promise<boolean> {
  return (await table.get(keys.ledgerRunResult(tenantId, checkId, entityId))) !== undefined;
}

/** Whether entities without a result may still get one. */
export const mayGoOn = ({ startedAt }: Pick<LedgerRun, 'startedAt'>, now: number): boolean =>
  now < startedAt + LASTS_MS;

/** Returns the writes that begin a run. They are refused when another one began since `runs` were read. */
export function newRunWrites(tenantId: string, run: LedgerRun, { runs, version }: LedgerRuns): Write[] {
  const { entityIds: _entityIds, ...listed } = run;
  const list: LedgerRuns = { runs: [listed, ...runs].slice(0, LISTED), version: version + 1 };
  const ttl = Math.ceil((run.startedAt + KEPT_MS) / 1000);
  return [
    { put: { ...keys.ledgerRun(tenantId, run.checkId), ...run, ttl }, if: 'absent' },
    {
      put: { ...keys.ledgerRuns(tenantId), ...list },
      if: version === 0 ? 'absent' : ['version', '=', version],
      otherwise: runUnderWay,
    },
  ];
}

export const runUnderWay = (): Refusal =>
  conflict('ledger/under-way', 'A check of all entities is under way. Please wait until it is done.');

/** Stores the result of an entity; the first one stays. */
export async function saveResult(
  table: Table,
  tenantId: string,
  { checkId, startedAt }: LedgerRun,
  result: Omit<LedgerResult, 'signedOff'>,
): Promise<void> {
  const ttl = Math.ceil((startedAt + KEPT_MS) / 1000);
  const key = keys.ledgerRunResult(tenantId, checkId, result.entityId);
  await tryCommitOne(table, { put: { ...key, ...result, ttl }, if: 'absent' });
}

/** Returns the write that signs off a result. It is refused when another user has signed it off since the read. */
export const signOffWrite = (
  tenantId: string,
  { checkId }: LedgerRun,
  entityId: string,
  signedOff: NonNullable<LedgerResult['signedOff']>,
): Write => ({
  update: keys.ledgerRunResult(tenantId, checkId, entityId),
  set: { signedOff },
  if: { all: ['present', ['signedOff', 'absent']] },
  otherwise: () =>
    conflict(
      'ledger/signed-off',
      'Some of these were signed off elsewhere. Please check them and try again.',
    ),
});
