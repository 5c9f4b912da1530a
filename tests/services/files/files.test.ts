import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFiles } from '../../../functions/services/files/client.ts';
import { folderFiles } from '../../../functions/services/files/local.ts';
import { handleFile } from '../../../scripts/local/files.ts';

const FILE = {
  name: 'Müller’s – Year-end.pdf',
  contentType: 'application/pdf',
  bytes: Buffer.from('%PDF-1.3 …'),
};
const KEY = 'reports/tenant/report/secret_1-a';

let server: Server;
let origin: string;
let folder: string;
let received: { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }[];
/** What the stand-in for the bucket answers. */
let status: number;

beforeEach(async () => {
  received = [];
  status = 200;
  folder = mkdtempSync(path.join(tmpdir(), 'paydown-files-'));
  server = createServer((request, response) => {
    const work = async (): Promise<void> => {
      if (await handleFile(folder, request, response)) return;
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body: await buffer(request) });
      response.writeHead(status).end();
    };
    work().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

describe('files in a bucket', () => {
  const bucket = () => createFiles({ bucket: 'files', region: 'ap-southeast-2', endpoint: origin });

  it('keeps a file under its key with its type and the name that it is saved by', async () => {
    await bucket().put(KEY, FILE);
    const [request] = received;
    expect(request).toMatchObject({
      method: 'PUT',
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(FILE.name)}`,
      },
    });
    expect(request?.url).toMatch(new RegExp(`^/files/${KEY}(\\?|$)`));
    expect(request?.body.toString()).toContain(FILE.bytes.toString());
  });

  it('signs an address that works for five minutes', async () => {
    const address = new URL(await bucket().address(KEY));
    expect(address.pathname).toBe(`/files/${KEY}`);
    expect(address.searchParams.get('X-Amz-Expires')).toBe('300');
    expect(address.searchParams.get('X-Amz-Signature')).toMatch(/^[\da-f]{64}$/);
  });

  it('reports a failure of the service when a file can’t be kept', async () => {
    status = 403;
    await expect(bucket().put(KEY, FILE)).rejects.toThrow('Files can’t be kept right now.');
  });
});

describe('files of a local run', () => {
  it('serves a file at its address with its type and name', async () => {
    const files = folderFiles({ folder, origin });
    await files.put(KEY, FILE);
    const answer = await fetch(await files.address(KEY));
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent(FILE.name));
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(FILE.bytes);
  });

  it.each(['/files/unknown', '/files/../secrets', `/files/${KEY}.json`, '/files/reports'])(
    'finds nothing at %s',
    async (address) => {
      await folderFiles({ folder, origin }).put(KEY, FILE);
      await fetch(`${origin}${address}`);
      expect(received).toHaveLength(1);
    },
  );
});
