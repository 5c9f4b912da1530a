import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalFiles } from '../../functions/vendors/local-files.ts';
import { giveFile, takeFile } from '../../scripts/local/files.ts';

const PDF = Buffer.from('%PDF-1.3');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'paydown-files-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const files = (now?: () => number) => createLocalFiles(folder, 'http://localhost:1/local/files', now);

async function fetchFrom(address: string) {
  return giveFile(folder, new URL(address).searchParams);
}

describe('files of a local run', () => {
  it('give a report under its name by a signed address', async () => {
    await files().put('reports/t/r', PDF);
    const answer = await fetchFrom(await files().signDownload('reports/t/r', 'Müller’s – Year-end.pdf'));
    expect(answer.status).toBe(200);
    expect(Buffer.from(answer.body)).toEqual(PDF);
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('Müller’s – Year-end.pdf'));
  });

  it('give an attachment once its upload is kept', async () => {
    const key = 'attachments/s/a';
    const { fields } = await files().signUpload(key, { size: PDF.length, contentType: 'application/pdf' });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new File([PDF], 'Contract.pdf'));
    const request = new Request('http://localhost:1', { method: 'POST', body: form });
    const contentType = request.headers.get('content-type') ?? '';
    const taken = await takeFile(folder, contentType, new Uint8Array(await request.arrayBuffer()));
    expect(taken.status).toBe(204);
    const sent = await files().inspectUpload(key);
    if (!sent) throw new Error('The upload is absent');
    expect(sent).toMatchObject({ size: PDF.length });
    await expect(files().keepUpload(key, { version: 'of another upload' })).rejects.toThrow('Another file');
    await files().keepUpload(key, sent);
    const answer = await fetchFrom(await files().signDownload(key, 'Contract.pdf'));
    expect(Buffer.from(answer.body)).toEqual(PDF);
  });

  it('refuse an address that was altered or has expired', async () => {
    await files().put('reports/t/r', PDF);
    const expired = await files(() => Date.now() - 61_000).signDownload('reports/t/r', 'Report.pdf');
    const altered = new URL(await files().signDownload('reports/t/r', 'Report.pdf'));
    const other = { action: 'download', key: 'signing-key', detail: 'x', until: Date.now() + 60_000 };
    altered.searchParams.set('permit', Buffer.from(JSON.stringify(other)).toString('base64url'));
    expect((await fetchFrom(expired)).status).toBe(403);
    expect((await fetchFrom(altered.href)).status).toBe(403);
  });
});
