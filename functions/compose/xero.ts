import { type Config, required } from './config.ts';
import type { Base } from '../services/context.ts';
import { protocolRules } from '../../domain/posting/protocol.ts';
import { createXero } from '../vendors/xero/client.ts';
import { productionXeroHosts, simulatedXeroHosts } from '../services/xero/port.ts';
import type { Part } from './base.ts';
import { secretsFrom } from './secrets.ts';

export const part = (async (config: Config, { log }: Pick<Base, 'log'>) => {
  const secrets = secretsFrom(config);
  return {
    xero: createXero({
      clientId: required(config, 'XERO_CLIENT_ID'),
      clientSecret: await secrets.read('xero-client-secret'),
      hosts: config.XERO_SIMULATOR ? simulatedXeroHosts(config.XERO_SIMULATOR) : productionXeroHosts,
      redirectUris: {
        entity: `${config.ORIGIN}/xero/authorise`,
        signup: `${config.ORIGIN}/xero/signup`,
      },
      onLeftOut: (list, problems) => log.error('elements of a list left out', { list, problems }),
    }),
    protocol: protocolRules,
    restores: config.RESTORED_AT,
  };
}) satisfies Part;
