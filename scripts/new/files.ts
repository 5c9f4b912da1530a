/** Works out the files of a new part: those to create, and the tables that get a row. */
import * as templates from './templates.ts';

/** The contents of files, by path below the root. */
export type Files = Readonly<Record<string, string>>;

/** Returns the content of a file that exists, otherwise undefined. */
export type Read = (file: string) => string | undefined;

/** A sentence about the arguments. */
export class UsageError extends Error {}

const USAGE = `\
npm run new -- route tenants/count-users 'GET /v1/tenants/users/count'
npm run new -- job messages/remind-lenders
npm run new -- event-kind interest-only
npm run new -- page reports/cash-flow`;

const NAME = /^[a-z]+(?:-[a-z]+)*$/;
const PLACE = /^[a-z]+\/[a-z]+(?:-[a-z]+)*$/;
const KEY = /^(?:GET|POST|PUT|PATCH|DELETE) \/v1\/[\w/{}.]+$/;

/**
 * Returns the created and the changed files of a new part.
 * @throws UsageError for arguments that name no part, and for a part that exists.
 */
export function filesOf(args: readonly string[], read: Read): Files {
  const [kind, place = '', key = ''] = args;
  const makers: Readonly<Record<string, () => Files | null>> = {
    route: () => (PLACE.test(place) && KEY.test(key) ? routeFiles(place, key, read) : null),
    job: () => (PLACE.test(place) ? jobFiles(place, read) : null),
    'event-kind': () => (NAME.test(place) ? eventKindFiles(place, read) : null),
    page: () => (PLACE.test(place) ? pageFiles(place, read) : null),
  };
  const files = makers[kind ?? '']?.() ?? null;
  if (files === null) throw new UsageError(USAGE);
  return files;
}

function routeFiles(place: string, key: string, read: Read): Files {
  const names = templates.namesOf(place);
  const api = place.slice(0, place.indexOf('/'));
  const rows = `functions/api/${api}.ts`;
  const routes = /export const (\w+) = defineRoutes\(/.exec(contentOf(rows, read))?.[1];
  if (routes === undefined) throw new UsageError(`${rows} has no routes.`);
  return {
    ...created(`functions/${place}.ts`, templates.handlerOfRoute(names, key, routes, api), read),
    ...created(`tests/${place}.test.ts`, templates.testOfRoute(names, key), read),
    ...withRow(rows, `export const ${routes} =`, templates.rowOfRoute(names, key), read),
    ...withRow('tests/contract/examples.ts', 'export const examples =', templates.exampleOfRoute(key), read),
  };
}

function jobFiles(place: string, read: Read): Files {
  const names = templates.namesOf(place);
  return {
    ...created(`functions/${place}.ts`, templates.handlerOfJob(names), read),
    ...created(`tests/${place}.test.ts`, templates.testOfJob(names), read),
    ...withRow('functions/api/jobs.ts', 'export const jobs =', templates.rowOfJob(names), read),
  };
}

function eventKindFiles(name: string, read: Read): Files {
  const names = templates.namesOf(name);
  const table = 'domain/event-kinds/kinds.ts';
  const rows = withRow(table, 'const EVENT_KINDS =', templates.rowOfEventKind(names), read)[table] ?? '';
  const lastImport = /(?:^import [^;]+;\n)+/m;
  return {
    ...created(`domain/event-kinds/${name}.ts`, templates.eventKind(names), read),
    ...created(`tests/domain/event-kinds/${name}.test.ts`, templates.testOfEventKind(names), read),
    [table]: rows.replace(lastImport, (imports) => imports + templates.importOfEventKind(names)),
    ...withRow(
      'functions/api/event.ts',
      'export const EVENT_SCHEMAS =',
      templates.schemaOfEventKind(names),
      read,
    ),
  };
}

function pageFiles(place: string, read: Read): Files {
  const names = templates.namesOf(place);
  return {
    ...created(`web/${place}.tsx`, templates.page(names), read),
    ...withRow('web/data/paths.ts', 'export const paths =', templates.pathOfPage(names), read),
    ...withRow('web/pages.tsx', 'export const pages:', templates.rowOfPage(names), read),
  };
}

function created(file: string, content: string, read: Read): Files {
  if (read(file) !== undefined) throw new UsageError(`${file} exists.`);
  return { [file]: content };
}

/** Adds a row at the end of the table that begins with `opening`. */
function withRow(file: string, opening: string, row: string, read: Read): Files {
  const content = contentOf(file, read);
  const begin = content.search(new RegExp(`^${opening}`, 'm'));
  const end = begin === -1 ? -1 : content.slice(begin).search(/^[}\]]/m);
  if (end === -1) throw new UsageError(`${file} has no table "${opening}".`);
  return { [file]: content.slice(0, begin + end) + row + content.slice(begin + end) };
}

function contentOf(file: string, read: Read): string {
  const content = read(file);
  if (content === undefined) throw new UsageError(`There is no ${file}.`);
  return content;
}
