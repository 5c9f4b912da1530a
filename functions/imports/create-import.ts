import { conflict, type Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { importRoutes } from '../api/imports.ts';
import { keys } from '../store/keys.ts';
import { CLOCK_SPREAD_MS, holding } from '../store/lease.ts';
import { importRows } from './import-rows.ts';

/** Longer than an import of 500 rows takes. */
const WAIT_MS = 15_000;

/**
 * One import of an organisation judges and creates rows at a time, so that two never create the same schedule. The other
 * execution that the organisation may have waits.
 */
export const handler = endpoint(importRoutes, 'POST /v1/imports', async (request, services) => {
  const { actor, deadline } = request;
  const now = services.clock.now();
  return holding(
    services,
    keys.importLease(actor.tenantId),
    { lastsMs: deadline + CLOCK_SPREAD_MS - now, waitUntil: now + WAIT_MS },
    () => importRows(services, request),
    importUnderWay,
  );
});

const importUnderWay = (): Refusal =>
  conflict('import/under-way', 'Another import is still running. Please try again in a minute.');
