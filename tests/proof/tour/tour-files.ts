/** The part of the tour through attachments, imports, search, reports and the calendar. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_IMPORT_ROWS } from '../../../domain/import/columns.ts';
import type { RouteClient } from '../../../functions/client/route-client.ts';
import { IMPORT_ROW } from '../../support/contracts.ts';

type Schedule = Readonly<Record<'entityId' | 'scheduleId', string>>;

/** Long, since other work may share the machine. */
const FILE_SECONDS = 900;
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

const FILE = { name: 'Contract.pdf', size: PDF.length, contentType: 'application/pdf' } as const;

/** Sends a contract through the signed form, fetches it, and deletes it unless it is kept. */
export async function attachContract(
  call: RouteClient,
  params: Schedule,
  { isKept = false } = {},
): Promise<void> {
  const { id, upload } = await call('POST /v1/entities/{entityId}/schedules/{scheduleId}/attachments', {
    params,
    body: FILE,
  });
  const attachment = { ...params, attachmentId: id };
  const path = '/v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}';
  await refusedWith(409, call(`POST ${path}/confirm`, { params: attachment }));
  await send(upload);
  await call(`POST ${path}/confirm`, { params: attachment });
  await call('GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments', { params });
  const { url } = await call(`GET ${path}`, { params: attachment });
  await fetched(await fetch(url));
  if (!isKept) await call(`DELETE ${path}`, { params: attachment });
}

/** The same beside a register, whose file stays. */
export async function attachMinute(
  call: RouteClient,
  params: Readonly<Record<'entityId' | 'registerId', string>>,
): Promise<void> {
  const path = '/v1/entities/{entityId}/registers/{registerId}/attachments';
  const attach = async () => {
    const { id, upload } = await call(`POST ${path}`, { params, body: FILE });
    const attachment = { ...params, attachmentId: id };
    await send(upload);
    await call(`POST ${path}/{attachmentId}/confirm`, { params: attachment });
    return attachment;
  };
  const attachment = await attach();
  await call(`GET ${path}`, { params });
  const { url } = await call(`GET ${path}/{attachmentId}`, { params: attachment });
  await fetched(await fetch(url));
  await call(`DELETE ${path}/{attachmentId}`, { params: attachment });
  await attach();
}

/** Sends the file through the signed form. */
async function send({ url, fields }: { url: string; fields: Record<string, string> }): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new File([PDF], FILE.name, { type: FILE.contentType }));
  await fetched(await fetch(url, { method: 'POST', body: form }));
}

const MOST_IMPORT_CALLS = 10;

/** Imports enough loans for the pack to be made by a job, reads every report, and undoes the import. */
export async function readReports(call: RouteClient, { entityId, scheduleId }: Schedule): Promise<void> {
  const rows = Array.from({ length: MAX_IMPORT_ROWS }, (_, index) => importRow(index + 1));
  await call('POST /v1/imports/preview', { body: { rows: rows.slice(0, 5) } });
  const importId = randomUUID();
  // A slow machine creates them in several calls.
  for (let calls = 1, left = rows.length; left > 0 && calls <= MOST_IMPORT_CALLS; calls++) {
    const { created } = await call('POST /v1/imports', { body: { importId, rows, createEntities: true } });
    left = rows.length - created.length;
  }
  await call('GET /v1/search', { query: { query: 'loader' } });
  const statements = [{ scheduleId, balance: 1234.56 }];
  await call('PUT /v1/reports/loans/{date}/statements', { params: { date: '2025-06-30' }, body: statements });
  const yearEnd = { params: { date: '2025-06-30' }, body: { entityId } };
  const loans = await call('GET /v1/entities/{entityId}/schedules', { params: { entityId } });
  const reasons = loans.map(({ id }) => ({ scheduleId: id, reason: 'The lender sends no statement.' }));
  await call('PUT /v1/reports/loans/{date}/signoff', {
    ...yearEnd,
    body: { entityId, as: 'prepared', reasons },
  });
  await call('DELETE /v1/reports/loans/{date}/signoff', yearEnd);
  const pack = await call('GET /v1/reports/loans');
  if (!('reportId' in pack)) throw new Error('The pack was not left to the job.');
  const { reportId } = pack;
  await fileMade('pack', () => call('GET /v1/reports/{reportId}', { params: { reportId } }));
  await call('GET /v1/forecast');
  const { url } = await call('POST /v1/calendar', { body: {} });
  await call('GET /v1/calendar');
  await call('GET /v1/calendar/feed.ics', { query: { key: new URL(url).searchParams.get('key') ?? '' } });
  await call('DELETE /v1/calendar');
  await exportEverything(call);
  await undoByJob(call, importId);
}

/** Undoes an import of more schedules than a call deletes, which is left to a job. */
async function undoByJob(call: RouteClient, importId: string): Promise<void> {
  const rows = [importRow(MAX_IMPORT_ROWS + 1)];
  await call('POST /v1/imports', { body: { importId, rows, createEntities: true } });
  await call('DELETE /v1/imports/{importId}', { params: { importId } });
  const end = Date.now() + FILE_SECONDS * 1000;
  for (;;) {
    const { state } = await call('GET /v1/imports/{importId}', { params: { importId } });
    if (state === 'undone') return;
    if (Date.now() > end) throw new Error(`The import was not undone within ${FILE_SECONDS} s.`);
    await sleep(250);
  }
}

/** Exports the organisation, which has too many schedules for the answer of a request. */
async function exportEverything(call: RouteClient): Promise<void> {
  const accepted = await call('GET /v1/tenants/export');
  if (!('exportId' in accepted)) throw new Error('The export was not left to the job.');
  const { exportId } = accepted;
  await fileMade('export', () => call('GET /v1/tenants/exports/{exportId}', { params: { exportId } }));
}

/** Waits until a job has made a file, and fetches it. */
async function fileMade(
  name: string,
  read: () => Promise<{ readonly status: string; readonly url: string | null }>,
): Promise<void> {
  const end = Date.now() + FILE_SECONDS * 1000;
  while (Date.now() < end) {
    const { status, url } = await read();
    if (status === 'failed') throw new Error(`The job failed to make the ${name}.`);
    if (status === 'done' && url !== null) return fetched(await fetch(url));
    await sleep(250);
  }
  throw new Error(`The ${name} was not made within ${FILE_SECONDS} s.`);
}

/** @throws Error when the call succeeds or fails in another way. */
export async function refusedWith(status: number, call: Promise<unknown>): Promise<void> {
  const outcome = await call.then(
    () => 'a success',
    (error: unknown) => String(error),
  );
  if (!outcome.includes(`: ${status} `)) throw new Error(`Expected ${status}, not ${outcome}`);
}

async function fetched(response: Response): Promise<void> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text.slice(0, 500)}`);
}

const importRow = (line: number) => ({
  ...IMPORT_ROW,
  line,
  entity: `Imported entity ${line % 5}`,
  name: `Imported loader ${line}`,
});
