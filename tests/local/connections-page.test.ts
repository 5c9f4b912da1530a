import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { XeroError } from '../../functions/services/xero/error.ts';
import type { ListedConnection, XeroTenantId } from '../../functions/services/xero/port.ts';
import { handleConnections, usageOf } from '../../scripts/local/connections-page.ts';
import { listen } from '../../scripts/simulators/serve.ts';

let server: Server;

async function pageOf(connections: () => Promise<readonly ListedConnection[]>) {
  const xero = { appToken: async () => 'token', connections };
  server = createServer((request, response) => void handleConnections(xero, request, response));
  const port = await listen(server, 0);
  const answer = await fetch(`http://127.0.0.1:${port}/connections`);
  return { status: answer.status, text: await answer.text() };
}

afterEach(() => server?.close());

describe('the connections on the local console', () => {
  it.each([
    [0, '0 of the 5 connections of Xero’s Starter plan are used.'],
    [5, '5 of the 5 connections of Xero’s Starter plan are used.'],
    [6, '6 of the 50 connections of Xero’s Core plan are used. It includes 10 GB a month.'],
    [
      51,
      '51 of the 1000 connections of Xero’s Plus plan are used. It includes 50 GB a month. Xero requires certification for it.',
    ],
    [
      1001,
      '1001 of the 10000 connections of Xero’s Advanced plan are used. It includes 250 GB a month. Xero requires certification for it.',
    ],
    [10_001, '10001 connections, more than any of Xero’s plans allows.'],
  ])('tells for %i which plan they need', (used, sentence) => {
    expect(usageOf(used)).toBe(sentence);
  });

  // Evidence for Xero three-connections
  it('are listed by organisation', async () => {
    const tenantId = 't' as XeroTenantId;
    const { status, text } = await pageOf(async () => [
      { connectionId: 'c', tenantId, name: 'Smith & Sons', updatedAt: 0 },
    ]);
    expect(status).toBe(200);
    expect(text).toContain('Smith &amp; Sons');
    expect(text).toContain('1 of the 5 connections');
  });

  it('are replaced by the reason when Xero does not answer', async () => {
    const { status, text } = await pageOf(() => Promise.reject(new XeroError('unavailable')));
    expect([status, text.includes('Xero is not available right now')]).toEqual([502, true]);
  });
});
