import { type Config, required } from './config.ts';
import type { Base } from '../services/context.ts';
import { protocolRules } from '../../domain/posting/protocol.ts';
import { createXero } from '../vendors/xero/client.ts';
import { productionXeroHosts, simulatedXeroHosts } from '../services/xero/config.ts';
import type { Part } from './base.ts';
import { isOfAnotherName } from '../store/table-name.ts';
import type { Table } from '../store/table.ts';
import { secretsFrom } from './secrets.ts';
import { part as tablePart } from './table.ts';

export const part = (async (config: Config, base: Pick<Base, 'log'>) => {
  const { log } = base;
  const clientSecret = await secretsFrom(config).read('xero-client-secret');
  const { table } = await tablePart(config, base as Base);
  let isForeign: Promise<boolean> | undefined;
  return {
    xero: createXero({
      clientId: required(config, 'XERO_CLIENT_ID'),
      clientSecret,
      hosts: config.XERO_SIMULATOR ? simulatedXeroHosts(config.XERO_SIMULATOR) : productionXeroHosts,
      redirectUris: {
        entity: `${config.ORIGIN}/xero/authorise`,
        signup: `${config.ORIGIN}/xero/signup`,
      },
      onLeftOut: (list, problems) => log.warn('elements of a list left out', { list, problems }),
      onUnreadable: (operation, documents) =>
        log.warn('document not readable', {
          operation,
          documents: documents.map(({ id, why }) => ({ documentId: id, why })),
        }),
    }),
    protocol: protocolRules,
    restores: config.RESTORED_AT,
    // Read before the first posting of a process, and once.
    isForeignTable: () => (isForeign ??= isOfAnotherName(table as Table, config.TABLE_NAME)),
  };
}) satisfies Part;
