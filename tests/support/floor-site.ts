/**
 * The floor of a page's speed: React, the site's stylesheet and an empty table, served as the site is. Scores beside
 * it, from the same run, don't depend on the machine.
 */
import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build } from 'esbuild';
import { siteFolder } from '../../scripts/build/site.ts';
import { BROTLI } from '../../scripts/local/site.ts';

const compress = promisify(brotliCompress);

const SCRIPT = `
  import { createElement as h } from 'react';
  import { createRoot } from 'react-dom/client';
  const columns = ['Name', 'Amount', 'Date'].map((name) => h('th', { key: name, scope: 'col' }, name));
  createRoot(document.querySelector('#app')).render(
    h('main', null, h('h1', null, 'Floor'), h('table', { className: 'table' }, h('thead', null, h('tr', null, columns)))),
  );
`;

export interface FloorSite {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** The site must have been built. */
export async function startFloorSite(): Promise<FloorSite> {
  const files = await filesOfFloor();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': file.type,
      'content-encoding': 'br',
      'cache-control': 'no-cache',
    });
    response.end(file.bytes);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://localhost:${portOf(server)}`,
    stop: () => new Promise((done) => void server.close(() => done())),
  };
}

async function filesOfFloor() {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="Floor"><title>Floor</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/floor.css"><script type="module" src="/floor.js"></script></head><body><div id="app"></div></body></html>`;
  const [stylesheet = ''] = globSync('assets/*.css', { cwd: siteFolder });
  const css = readFileSync(path.join(siteFolder, stylesheet));
  const entries = [
    ['/', 'text/html; charset=utf-8', page],
    ['/floor.css', 'text/css; charset=utf-8', css],
    ['/floor.js', 'text/javascript; charset=utf-8', outputFiles[0]?.contents ?? ''],
  ] as const;
  const compressed = entries.map(async ([address, type, content]) => {
    return [address, { type, bytes: await compress(content, { params: BROTLI }) }] as const;
  });
  return new Map<string, { readonly type: string; readonly bytes: Uint8Array }>(
    await Promise.all(compressed),
  );
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
