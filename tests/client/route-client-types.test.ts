/** The compiler checks the input of a call: each line below must fail without its directive. */
import { it } from 'vitest';
import type { RouteClient } from '../../functions/client/route-client.ts';

it('refuses input that the row does not declare', () => {
  const calls = (call: RouteClient): unknown[] => [
    call('GET /v1/entities'),
    // @ts-expect-error -- no such route
    call('GET /v1/nothing'),
    // @ts-expect-error -- the path has a parameter
    call('GET /v1/entities/{entityId}'),
    // @ts-expect-error -- the parameter has another name
    call('GET /v1/entities/{entityId}', { params: { id: 'e1' } }),
    // @ts-expect-error -- the body lacks its name
    call('POST /v1/entities', { body: {} }),
    // @ts-expect-error -- the route takes no body
    call('GET /v1/users', { body: {} }),
  ];
  void calls;
});
