/** `npm run new` makes parts that compile as they are. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type Files, filesOf } from '../../scripts/new/files.ts';

const read = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8') : undefined;

/** The tables that an event kind is added to. */
const EVENT_TABLES: Files = {
  'domain/event-kinds/kinds.ts': `import { holiday } from './holiday.ts';\n\nconst EVENT_KINDS = {\n  holiday,\n};\n`,
  'functions/api/event.ts': `export const EVENT_SCHEMAS = {\n  holiday: z.object({}),\n};\n`,
};

/** Returns the problems that the compiler finds in the sources among the files. Tests are parsed only, to save time. */
function problemsOf(files: Files, project: string): string[] {
  const configHost = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const config = ts.getParsedCommandLineOfConfigFile(project, {}, configHost);
  if (!config) throw new Error(`${project} can't be read.`);
  const { options } = config;
  const contents = new Map(Object.entries(files).map(([file, content]) => [path.resolve(file), content]));
  const host = ts.createCompilerHost(options);
  const onDisk = { exists: host.fileExists.bind(host), read: host.readFile.bind(host) };
  host.fileExists = (file) => contents.has(path.resolve(file)) || onDisk.exists(file);
  host.readFile = (file) => contents.get(path.resolve(file)) ?? onDisk.read(file);
  const sources = Object.keys(files).filter((file) => !file.startsWith('tests/'));
  const program = ts.createProgram([...sources, 'node_modules/vite/client.d.ts'], options, host);
  return [
    ...syntaxProblemsOf(files),
    ...sources
      .flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(file)))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  ];
}

function syntaxProblemsOf(files: Files): string[] {
  return Object.entries(files).flatMap(([file, content]) => {
    const { diagnostics = [] } = ts.transpileModule(content, { fileName: file, reportDiagnostics: true });
    return diagnostics.map(
      ({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
}

// Unlikely names, so that a part made by the examples of CONTRIBUTING.md exists for no test.
describe('npm run new', () => {
  it('makes routes and a job that compile', () => {
    const reading = filesOf(['route', 'tenants/tally-umbrellas', 'GET /v1/tenants/umbrellas/tally'], read);
    const both = filesOf(
      ['route', 'tenants/fold-umbrellas', 'POST /v1/tenants/umbrellas/fold'],
      (file) => reading[file] ?? read(file),
    );
    const files = { ...reading, ...both, ...filesOf(['job', 'messages/whistle-tunes'], read) };
    expect(Object.keys(files)).toHaveLength(9);
    expect(problemsOf(files, 'tsconfig.json')).toEqual([]);
  });

  it('makes a page that compiles', () => {
    const files = filesOf(['page', 'reports/star-chart'], read);
    expect(Object.keys(files)).toHaveLength(3);
    expect(problemsOf(files, 'web/tsconfig.json')).toEqual([]);
  });

  it('adds an event kind to the tables of kinds and schemas', () => {
    const files = filesOf(['event-kind', 'interest-only'], (file) => EVENT_TABLES[file]);
    expect(files['domain/event-kinds/kinds.ts']).toBe(
      `import { holiday } from './holiday.ts';\nimport { interestOnly } from './interest-only.ts';\n\nconst EVENT_KINDS = {\n  holiday,\n  'interest-only': interestOnly,\n};\n`,
    );
    expect(files['functions/api/event.ts']).toContain(`  'interest-only': z.object({`);
    expect(syntaxProblemsOf(files)).toEqual([]);
  });

  it.each([
    ['without a kind', []],
    ['without the key of a route', ['route', 'tenants/tally-umbrellas']],
    ['for a file that exists', ['page', 'reports/reports-page']],
    ['for a feature without routes', ['route', 'posting/tally-umbrellas', 'GET /v1/count']],
  ])('refuses arguments %s', (_, args) => {
    expect(() => filesOf(args, read)).toThrow(/npm run new|exists|There is no/);
  });
});
