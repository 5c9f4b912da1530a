/**
 * The jobs on the local console.
 * - `GET /timers`: a page to run each job as of any day, with the dead letters
 * - `POST /schedules/{name}/run` `{today?}`: runs a job, waits until the queue is empty, returns the result
 * - `GET /dead-letters`, `POST /dead-letters/redrive`: messages that failed for good, to be sent again
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import * as z from 'zod';
import { businessDate } from '../../domain/calendar.ts';
import { DateText } from '../../functions/api/wire.ts';
import { type Html, html, page, table } from '../simulators/html.ts';
import { readJson, sendJson, sendPage } from './answers.ts';
import type { JobReport, LocalJobs } from './jobs.ts';
import type { DeadLetter } from './queue.ts';

const Call = z.object({ today: DateText.optional() });

/** Answers requests for these pages. Returns false for any other request. */
export async function handleJobs(
  jobs: LocalJobs,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [path = '/'] = (request.url ?? '/').split('?');
  const call = `${request.method} ${path}`;
  switch (call) {
    case 'GET /timers':
      return sendPage(response, 200, listPage(jobs, await jobs.deadLetters()));
    case 'GET /dead-letters':
      return sendJson(response, 200, await jobs.deadLetters());
    case 'POST /dead-letters/redrive':
      return sendJson(response, 200, await jobs.redrive());
    case 'POST /timers/redrive':
      return sendPage(response, 200, reportPage('Dead letters sent again', await jobs.redrive()));
    default: {
      const [, kind, name = ''] = /^POST \/(schedules|timers)\/([\w-]+)(?:\/run)?$/.exec(call) ?? [];
      if (kind === undefined) return false;
      return kind === 'schedules'
        ? runAsked(jobs, name, request, response)
        : runChosen(jobs, name, request, response);
    }
  }
}

type Run = (
  jobs: LocalJobs,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<true>;

const runAsked: Run = async (jobs, name, request, response) => {
  const asked = Call.safeParse(await readJson(request));
  if (!asked.success) return sendJson(response, 400, { problem: z.prettifyError(asked.error) });
  const report = await jobs.run(name, asked.data);
  return sendJson(response, report ? 200 : 404, report ?? { problem: `There is no job ${name}.` });
};

const runChosen: Run = async (jobs, name, request, response) => {
  const form = new URLSearchParams(await readText(request));
  const report = await jobs.run(name, Call.safeParse({ today: form.get('today') }).data ?? {});
  return report
    ? sendPage(response, 200, reportPage(`Result of ${name}`, report))
    : sendPage(response, 404, page('Not found', html`<h1>There is no such job</h1>`));
};

function listPage(jobs: LocalJobs, deadLetters: readonly DeadLetter[]): string {
  const today = businessDate(Date.now());
  return page(
    'Timers',
    html`
      <p><a href="/">Local console</a></p>
      <h1>Timers</h1>
      <p class="muted">Jobs run at their scheduled times. Run one now, as of any day.</p>
      ${jobs.timers.map(
        ([name, summary]) =>
          html`<section class="card">
            <h2>${name}</h2>
            <p>${summary}</p>
            <form method="post" action="/timers/${name}" class="row">
              <label>As of <input type="date" name="today" value="${today}" /></label>
              <button>Run</button>
            </form>
          </section>`,
      )}
      <h1>Dead letters</h1>
      ${deadLetterList(deadLetters)}
    `,
  );
}

function deadLetterList(deadLetters: readonly DeadLetter[]): Html {
  if (deadLetters.length === 0) return html`<p class="muted">No message has failed.</p>`;
  const rows = deadLetters.map(({ since, body }) => [since, html`<code>${body}</code>`]);
  return html`<section class="card">
    ${table(rows, { heads: ['Since', 'Message'] })}
    <form method="post" action="/timers/redrive"><button>Send again</button></form>
  </section>`;
}

function reportPage(title: string, report: Omit<JobReport, 'job'>): string {
  const { waiting, deadLetters, ...results } = report;
  return page(
    title,
    html`
      <p><a href="/timers">Timers</a></p>
      <h1>${title}</h1>
      <p>${waiting} waiting for a retry, ${deadLetters} dead letters.</p>
      <pre class="card">${JSON.stringify(results, null, 2)}</pre>
    `,
  );
}
