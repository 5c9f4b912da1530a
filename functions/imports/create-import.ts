import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { importRoutes } from '../api/imports.ts';
import { keys } from '../store/keys.ts';
import { holding } from '../store/lease.ts';
import { importRows } from './import-rows.ts';

/** Longer than an import of 500 rows takes. */
const WAIT_MS = 15_000;
/** The lease outlives its request's deadline by this, because the clocks of two servers differ. */
const CLOCK_SPREAD_MS = 5000;

/** One import of an organisation judges and creates rows at a time, so that two never create the same schedule. */
export const handler = endpoint(importRoutes, 'POST /v1/imports', async (request, services) => {
  const { actor, deadline } = request;
  const now = services.clock.now();
  const options = { lastsMs: deadline + CLOCK_SPREAD_MS - now, waitUntil: now + WAIT_MS };
  const run = () => importRows(services, request);
  return holding(services, keys.importLease(actor.tenantId), options, run, importUnderWay);
});

const importUnderWay = (): Refusal =>
  new Refusal(
    'conflict',
    'import/under-way',
    'Another import is still running. Please try again in a minute.',
  );
