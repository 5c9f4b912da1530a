/** The report for a support case: one JSON file with all evidence, and the same as Markdown. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from './evidence.ts';
import type { Redactor } from './redaction.ts';
import type { Finding } from './steps.ts';

export interface Report {
  readonly startedAt: string;
  readonly finishedAt: string;
  /** The reason why the run stopped early. */
  readonly refused: string | null;
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
}

export interface ReportFiles {
  readonly json: string;
  readonly markdown: string;
}

/** Writes the report. Secrets that were learnt after a call was recorded are removed here. */
export function writeReport(folder: string, report: Report, redactor: Redactor): ReportFiles {
  const clean = redactor.redact(report);
  const name = `smoke-${report.startedAt.replaceAll(/[:.]/g, '-')}`;
  const files = { json: join(folder, `${name}.json`), markdown: join(folder, `${name}.md`) };
  mkdirSync(folder, { recursive: true });
  writeFileSync(files.json, `${JSON.stringify(clean, null, 2)}\n`);
  writeFileSync(files.markdown, markdownOf(clean));
  return files;
}

/** Lines for the terminal: the open questions with their answers. */
export function questionLines(findings: readonly Finding[]): string[] {
  return findings
    .filter(({ isQuestion }) => isQuestion)
    .map(({ verdict, expects, seen }) => `  ${verdict.padEnd(13)} ${expects} (${seen})`);
}

function markdownOf({ startedAt, finishedAt, refused, findings, exchanges }: Report): string {
  const lines = [
    '# Smoke test',
    '',
    `From ${startedAt} to ${finishedAt}. Secrets are replaced by digests; equal digests are equal secrets.`,
    ...(refused === null ? [] : ['', `The run stopped: ${refused}`]),
    '',
    '## Open questions',
    '',
    ...table(findings.filter(({ isQuestion }) => isQuestion)),
    '',
    '## Checks',
    '',
    ...table(findings.filter(({ isQuestion }) => !isQuestion)),
    '',
    '## Calls',
    ...exchanges.flatMap(exchangeLines),
    '',
  ];
  return lines.join('\n');
}

function table(findings: readonly Finding[]): string[] {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const rows = findings.map(
    ({ step, expects, verdict, seen }) => `| ${[step, expects, verdict, seen].map(cell).join(' | ')} |`,
  );
  return ['| step | statement | verdict | seen |', '| --- | --- | --- | --- |', ...rows];
}

function exchangeLines(exchange: Exchange, index: number): string[] {
  const { step, check, startedAt, milliseconds, request, answer, failure } = exchange;
  return [
    '',
    `### ${index + 1}. ${request.method} ${request.url}`,
    '',
    `${step}: ${check}. ${startedAt}, ${milliseconds} ms.`,
    '',
    '```http',
    `${request.method} ${request.url}`,
    ...headerLines(request.headers ?? {}),
    ...(request.body === undefined ? [] : ['', request.body]),
    '```',
    '',
    '```http',
    ...(answer === null
      ? [`no answer: ${failure ?? ''}`]
      : [String(answer.status), ...headerLines(answer.headers), '', bodyText(answer.body)]),
    '```',
  ];
}

const headerLines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

const bodyText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body, null, 2));
