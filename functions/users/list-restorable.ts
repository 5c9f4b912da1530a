import { endpoint } from '../access/endpoint.ts';
import { mailedLinkRoutes } from '../api/mailed-links.ts';
import { confirmedFactors } from '../records/users/factors.ts';
import { restorable } from './restorable.ts';

/** Shows which factors the account has, before its owner decides which to keep. */
export const handler = endpoint(
  mailedLinkRoutes,
  'GET /v1/users/email/restore',
  async ({ query }, { table, clock }) => {
    const { user } = await restorable(table, query.token, clock.now());
    const factors = await confirmedFactors(table, user.userId);
    return {
      factors: factors.map(({ factorId, kind, name, createdAt }) => ({
        id: factorId,
        kind,
        name,
        createdAt: new Date(createdAt).toISOString(),
      })),
    };
  },
);
