import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { createFiles } from '../../functions/vendors/s3.ts';
import { listen } from '../../scripts/simulators/serve.ts';

const client = new S3Client({
  region: 'ap-southeast-2',
  credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
});
const files = createFiles('bucket', client);

/** Runs the files of a bucket whose requests are answered as told. */
async function withBucket(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
  run: (bucket: ReturnType<typeof createFiles>) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => void answer(request, response));
  const port = await listen(server, 0);
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  const endpoint = `http://127.0.0.1:${port}`;
  const local = new S3Client({ region: 'ap-southeast-2', endpoint, forcePathStyle: true, credentials });
  await run(createFiles('bucket', local));
  server.closeAllConnections();
  server.close();
}

describe('files in S3', () => {
  // Evidence for ASVS 5
  it('are sent by a form that fixes place, size and type', async () => {
    const { url, fields } = await files.signUpload('attachments/s/a', {
      size: 1234,
      contentType: 'application/pdf',
    });
    expect(new URL(url).hostname).toBe('bucket.s3.ap-southeast-2.amazonaws.com');
    expect(fields).toMatchObject({ key: 'uploads/attachments/s/a', 'Content-Type': 'application/pdf' });
    const policy = JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString('utf8')) as {
      conditions: unknown[];
    };
    expect(policy.conditions).toContainEqual(['content-length-range', 1234, 1234]);
    expect(policy.conditions).toContainEqual({ 'Content-Type': 'application/pdf' });
    expect(policy.conditions).toContainEqual({ key: 'uploads/attachments/s/a' });
  });

  // Evidence for ASVS 5
  it('are fetched as a download of another origin’s bytes, never shown', async () => {
    const url = new URL(await files.signDownload('attachments/s/a', 'Contract “A”.pdf'));
    expect(url.pathname).toBe('/attachments/s/a');
    expect(url.searchParams.get('response-content-type')).toBe('application/octet-stream');
    expect(url.searchParams.get('response-content-disposition')).toMatch(
      /^attachment; filename="Contract _A_\.pdf"/,
    );
    expect(url.searchParams.get('X-Amz-Expires')).toBe('60');
  });

  it('are not kept when another upload has replaced the inspected one', async () => {
    const received: [method: string | undefined, condition: unknown][] = [];
    await withBucket(
      (request, response) => {
        received.push([request.method, request.headers['x-amz-copy-source-if-match']]);
        const isCopy = request.headers['x-amz-copy-source'] !== undefined;
        response.writeHead(isCopy ? 412 : 200, { etag: '"first"' }).end(isCopy ? '' : '%PDF-1.7');
      },
      async (uploads) => {
        const inspected = await uploads.inspectUpload('attachments/s/a');
        if (!inspected) throw new Error('The upload is absent');
        await expect(uploads.keepUpload('attachments/s/a', inspected)).rejects.toThrow('file storage');
      },
    );
    expect(received).toEqual([
      ['GET', undefined],
      ['PUT', '"first"'],
    ]);
  });

  it.each([
    [200, '/bucket/reports/r'],
    [403, 'We could not reach the file storage. Please try again later.'],
  ])('are stored under their key, or the failure is reported: %i', async (status, expected) => {
    let received = '';
    await withBucket(
      async (request, response) => {
        received = `${request.url?.split('?')[0]} ${(await buffer(request)).toString()}`;
        response.writeHead(status).end();
      },
      async (bucket) => {
        const message = await bucket.put('reports/r', Buffer.from('%PDF-1.3')).then(
          () => received,
          (error: Error) => error.message,
        );
        expect(message).toContain(expected);
        expect(received).toContain('%PDF-1.3');
      },
    );
  });
});
