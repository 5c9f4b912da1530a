/** The files of a local run, where production has a bucket with signed addresses. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';

const About = z.object({ name: z.string(), contentType: z.string() });

/** Answers a request for a file, and says whether it did. */
export async function handleFile(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  // A key has no dots, so no address leaves the folder.
  const [, key] = /^\/files\/([\w/-]+)$/.exec(request.url ?? '') ?? [];
  if (request.method !== 'GET' || key === undefined) return false;
  const file = join(folder, key);
  const about = await readFile(`${file}.json`, 'utf8').catch(() => null);
  if (about === null) return false;
  const { name, contentType } = About.parse(JSON.parse(about));
  const bytes = await readFile(file);
  response.writeHead(200, {
    'content-type': contentType,
    'content-length': bytes.length,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'x-content-type-options': 'nosniff',
  });
  response.end(bytes);
  return true;
}
