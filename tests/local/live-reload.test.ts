import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LiveReload } from '../../scripts/local/live-reload.ts';

let liveReload: LiveReload;
let server: Server;
let origin: string;

beforeEach(async () => {
  liveReload = new LiveReload();
  server = createServer((request, response) => {
    if (!liveReload.handle(request, response, request.url ?? '')) response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Reads the versions that an open page receives. */
async function openPage(): Promise<() => Promise<string>> {
  const response = await fetch(`${origin}/local/live-reload`);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  return async () => {
    const { value = '' } = await reader.read();
    return /^data: (.+)$/m.exec(value)?.[1] ?? '';
  };
}

it('serves the script that its markup names', async () => {
  const [, path = ''] = /src="([^"]+)"/.exec(liveReload.markup) ?? [];
  const response = await fetch(`${origin}${path}`);
  expect(response.headers.get('content-type')).toBe('text/javascript');
  expect(await response.text()).toContain('location.reload()');
});

it('sends every open page a new version when it reloads', async () => {
  const pages = await Promise.all([openPage(), openPage()]);
  const [first, second] = await Promise.all(pages.map((next) => next()));
  expect(first).toMatch(/./);
  expect(second).toBe(first);
  liveReload.reload();
  const versions = await Promise.all(pages.map((next) => next()));
  expect(versions[0]).not.toBe(first);
  expect(versions[1]).toBe(versions[0]);
});

it('leaves other paths to the site', async () => {
  expect((await fetch(`${origin}/`)).status).toBe(404);
});
