import { endpoint } from '../access/endpoint.ts';
import { importRoutes } from '../api/imports.ts';
import { undoImport } from './undo.ts';

export const handler = endpoint(
  importRoutes,
  'DELETE /v1/imports/{importId}',
  async ({ actor, imported }, { table, clock }) => undoImport(table, { actor, imported, now: clock.now() }),
);
