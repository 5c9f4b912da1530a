import { type Config, required } from './config.ts';
import type { Base } from '../services/context.ts';
import { protocolRules } from '../../domain/posting/protocol.ts';
import { createXero } from '../vendors/xero/client.ts';
import { type OnUnreadable, productionXeroHosts, simulatedXeroHosts } from '../services/xero/config.ts';
import { readMetric } from '../lib/request-metric.ts';
import type { Part } from './base.ts';
import { isOfAnotherName } from '../store/table-name.ts';
import type { Table } from '../store/table.ts';
import { secretsFrom } from './secrets.ts';
import { part as tablePart } from './table.ts';

/** One of ours must be readable; that of others is odd. Each has a line for a list and run, which names the first one. */
export const reportUnreadable =
  (log: Base['log']): OnUnreadable =>
  (operation, documents, isNews) => {
    const report = (level: 'warn' | 'error', some: typeof documents): void => {
      const [first] = some;
      if (!first || !isNews(`${operation} ${level}`)) return;
      const { id: documentId, why } = first;
      log[level]('document not readable', { operation, documentId, why, documents: some.length });
    };
    const isOurs = ({ json }: (typeof documents)[number]): boolean =>
      protocolRules.referenceIn(json) !== null;
    report(
      'error',
      documents.filter((one) => isOurs(one)),
    );
    report(
      'warn',
      documents.filter((one) => !isOurs(one)),
    );
  };

export const part = (async (config: Config, base: Pick<Base, 'log' | 'clock' | 'metricNamespace'>) => {
  const { log, clock, metricNamespace } = base;
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
      onRead: (bytes) => {
        if (metricNamespace !== null) log.info('xero read', readMetric(metricNamespace, bytes, clock.now()));
      },
      onUnreadable: reportUnreadable(log),
    }),
    protocol: protocolRules,
    restores: config.RESTORED_AT,
    // Read before the first posting of a process, and once.
    isForeignTable: () => (isForeign ??= isOfAnotherName(table as Table, config.TABLE_NAME)),
  };
}) satisfies Part;
