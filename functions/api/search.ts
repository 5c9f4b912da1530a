/** Search across an organisation's entities and schedules. */
import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { Id, text } from './wire.ts';

export const SearchResult = z.object({
  kind: z.enum(['entity', 'schedule']),
  entityId: Id,
  /** Null of an entity. */
  scheduleId: Id.nullable(),
  name: z.string(),
  entityName: z.string(),
  lender: z.string(),
  contractNumber: z.string(),
});

export const searchRoutes = defineRoutes({
  'GET /v1/search': {
    summary: 'Entities and schedules whose name, lender or contract number holds every word; at most 50',
    handler: 'entities/search-everything',
    allow: 'Guest',
    query: z.object({ query: text('Please provide a text to search for.') }),
    response: z.array(SearchResult),
    refuses: [],
    uses: ['table:read'],
  },
});
