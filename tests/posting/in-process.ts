/** Processes of ours on virtual time, over one table in memory and a Xero. */
import { protocolRules } from '../../domain/posting/protocol.ts';
import type { Xero, XeroTenantId } from '../../functions/services/xero/port.ts';
import { CALM, Process } from '../simulation/process.ts';
import { Random } from '../simulation/random.ts';
import { VirtualTime } from '../simulation/virtual-time.ts';
import { createMemoryTable } from '../support/memory-table.ts';

export const XERO_TENANT = 'books' as XeroTenantId;

/** `xero` holds the methods that the test calls. */
export function inProcess(xero: Partial<Xero> = {}) {
  const time = new VirtualTime(Date.UTC(2025, 5, 1));
  const table = createMemoryTable({ now: () => time.now() });
  const random = new Random(5);
  const outside = { restores: [], time, random, table, xero: xero as Xero, protocol: protocolRules };
  return { time, table, random, spawn: () => new Process(outside, CALM) };
}
