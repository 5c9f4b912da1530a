/** Type tests, checked by the compiler: a row's declarations bind its handler and its callers. */
import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import type { ServicesFor } from '../../functions/services/context.ts';
import { endpoint } from '../../functions/access/endpoint.ts';
import {
  defineRoutes,
  type ParamsOf,
  type Received,
  type Reply,
  type Sent,
} from '../../functions/api/route.ts';
import type { OwnedEntity } from '../../functions/records/entities/entity.ts';
import type { Table, TableReader } from '../../functions/store/table.ts';

const rows = defineRoutes({
  'GET /v1/things/{thingId}/parts/{partId}': {
    summary: 'One part',
    handler: 'things/get-part',
    allow: 'Guest',
    query: z.object({ deep: z.stringbool().optional() }),
    response: z.object({ id: z.string() }),
    refuses: [],
    uses: ['table:read'],
  },
  'POST /v1/entities/{entityId}/things': {
    summary: 'Create a thing',
    handler: 'things/create-thing',
    allow: 'Member',
    body: z.object({ name: z.string().trim(), fee: z.number().default(0) }),
    status: 201,
    response: z.object({ id: z.string() }),
    refuses: ['conflict'],
    uses: ['table:write', 'mail'],
  },
  'DELETE /v1/things': {
    summary: 'Delete everything',
    handler: 'things/delete-things',
    allow: 'anyone',
    refuses: [],
    uses: [],
  },
});

type GetPart = (typeof rows)['GET /v1/things/{thingId}/parts/{partId}'];
type CreateThing = (typeof rows)['POST /v1/entities/{entityId}/things'];
type DeleteThings = (typeof rows)['DELETE /v1/things'];

describe('a row', () => {
  it('derives the names of its parameters', () => {
    expectTypeOf<ParamsOf<'GET /v1/things/{thingId}/parts/{partId}'>>().toEqualTypeOf<
      Readonly<Record<'thingId' | 'partId', string>>
    >();
    expectTypeOf<keyof ParamsOf<'GET /v1/things'>>().toEqualTypeOf<never>();
  });

  it('derives the request and response types', () => {
    expectTypeOf<Sent<CreateThing, 'body'>>().toEqualTypeOf<{ name: string; fee?: number | undefined }>();
    expectTypeOf<Received<GetPart>>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<Received<DeleteThings>>().toEqualTypeOf<undefined>();
    expectTypeOf<Reply<DeleteThings>>().toEqualTypeOf<void>();
  });

  it('gives its handler the services it declares, and no others', () => {
    expectTypeOf<ServicesFor<'table:read'>['table']>().toEqualTypeOf<TableReader>();
    expectTypeOf<ServicesFor<'table:write' | 'mail'>>().toHaveProperty('mail');
    expectTypeOf<ServicesFor<'table:read'>>().not.toHaveProperty('mail');
    expectTypeOf<ServicesFor<never>>().not.toHaveProperty('table');
  });

  it('gives its handler the parsed input, the caller and the owned entities of the path', () => {
    endpoint(rows, 'POST /v1/entities/{entityId}/things', async (request, services) => {
      expectTypeOf(request.body).toEqualTypeOf<{ name: string; fee: number }>();
      expectTypeOf(request.entity).toEqualTypeOf<OwnedEntity>();
      expectTypeOf(request.actor.tenantId).toEqualTypeOf<string>();
      expectTypeOf(services.table).toEqualTypeOf<Table>();
      return { id: 'thing' };
    });
    endpoint(rows, 'DELETE /v1/things', async ({ actor }) => {
      expectTypeOf(actor).toEqualTypeOf<null>();
    });
  });

  it('rejects a handler with another response type', () => {
    // @ts-expect-error -- the response declares an id that is a text
    endpoint(rows, 'GET /v1/things/{thingId}/parts/{partId}', async () => ({ id: 1 }));
    // @ts-expect-error -- there is no such route
    endpoint(rows, 'GET /v1/things', async () => undefined);
  });

  // Evidence for ASVS 8.1.1
  it('requires `allow`', () => {
    defineRoutes({
      // @ts-expect-error -- `allow` has no default
      'GET /v1/open': { summary: '', handler: 'a', refuses: [], uses: [] },
    });
  });
});
