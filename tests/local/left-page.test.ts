import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { createSite } from '../../scripts/local/site.ts';
import { listen } from '../../scripts/simulators/serve.ts';

it.each([
  ['whose answer is pending', 'GET', null],
  [
    'that is still being sent',
    'POST',
    new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(9)) }),
  ],
])('a page that is left during a call %s prints no error', async (_what, method, body) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const site = createSite({
    folder: '.',
    files: '.',
    sampleData: null,
    gateway: async () => {
      await answered;
      return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') };
    },
  });
  const written = vi.spyOn(process.stderr, 'write');
  try {
    const leaving = new AbortController();
    const port = await listen(site, 0);
    const connected = once(site, 'connection');
    const call = fetch(`http://127.0.0.1:${port}/v1/entities`, {
      method,
      body,
      signal: leaving.signal,
      ...(body && { duplex: 'half' }),
    });
    const [socket] = (await connected) as [Socket];
    const closed = new Promise((resolve) => socket.once('close', resolve));
    setTimeout(() => leaving.abort(), 50);
    await expect(call).rejects.toThrow('aborted');
    await closed;
    answer();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(written).not.toHaveBeenCalled();
  } finally {
    written.mockRestore();
    site.close();
  }
});
