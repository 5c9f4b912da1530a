import { conflict, type Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { importRoutes } from '../api/imports.ts';
import { keys } from '../store/keys.ts';
import { acquire, CLOCK_SPREAD_MS, holding, release } from '../store/lease.ts';
import { importRows } from './import-rows.ts';

/** Longer than an import of 500 rows takes. */
const WAIT_MS = 15_000;

/** One that finds the import free keeps the place of the one that waits for a moment only. */
const TURN_MS = 500;

/**
 * One import of an organisation judges and creates rows at a time, so that two never create the same schedule. One more
 * may wait; further ones are refused, since each that waits holds an execution.
 */
export const handler = endpoint(importRoutes, 'POST /v1/imports', async (request, services) => {
  const { actor, deadline } = request;
  const { table, clock } = services;
  const now = clock.now();
  const waiting = { lastsMs: WAIT_MS + CLOCK_SPREAD_MS, waitUntil: now + TURN_MS };
  const lease = await holding(
    services,
    keys.importTurn(actor.tenantId),
    waiting,
    () =>
      acquire(services, keys.importLease(actor.tenantId), {
        lastsMs: deadline + CLOCK_SPREAD_MS - now,
        waitUntil: now + WAIT_MS,
      }),
    importUnderWay,
  );
  if (!lease) throw importUnderWay();
  try {
    return await importRows(services, request);
  } finally {
    await release(table, lease);
  }
});

const importUnderWay = (): Refusal =>
  conflict('import/under-way', 'Another import is still running. Please try again in a minute.');
