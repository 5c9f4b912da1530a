/** The files and rows of a new route, job, event kind or page, as working examples to change. */

/** A part of the product with the names that its templates need. */
interface Names {
  /** `count-users` */
  readonly name: string;
  /** `tenants/count-users` */
  readonly place: string;
  /** `Count users` */
  readonly words: string;
}

export const handlerOfRoute = (
  { words, place }: Names,
  key: string,
  routes: string,
  api: string,
): string => `\
/** ${words}. */
import { endpoint } from '../access/endpoint.ts';
import { ${routes} } from '../api/${api}.ts';
import { ${isRead(key) ? 'listMembers' : 'auditEntry'} } from '../records/tenants/${isRead(key) ? 'members' : 'audit'}.ts';
${isRead(key) ? '' : `import { commitOne } from '../store/table.ts';\n`}
export const handler = endpoint(${routes}, '${key}', async ({ actor${isRead(key) ? '' : ', now'} }, { table }) => {
${isRead(key) ? READ : changeOf(place)}
});
`;

const READ = `\
  const members = await listMembers(table, actor.tenantId);
  return { count: members.length };`;

const changeOf = (place: string): string => `\
  const { tenantId: subject } = actor;
  // Store the change itself in the same transaction.
  await commitOne(table, auditEntry({ actor, action: '${place}', subject, at: now }));`;

export const rowOfRoute = ({ words, place }: Names, key: string): string => `\
  '${key}': {
    summary: '${words}',
    handler: '${place}',
    allow: '${isRead(key) ? 'Guest' : 'Member'}',
${isRead(key) ? '    response: z.object({ count: z.int() }),\n' : ''}    refuses: [],
    uses: ['table:${isRead(key) ? 'read' : 'write'}'],
  },
`;

export const exampleOfRoute = (key: string): string => `  '${key}': {},\n`;

export const testOfRoute = ({ words }: Names, key: string): string => `\
/** ${words}. */
import { expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { signUp } from '../support/people.ts';

it('answers a member of the organisation', async () => {
  const app = await createTestApp();
  const owner = await signUp(app);
  const { status${isRead(key) ? ', body' : ''} } = await app.call('${key}', { as: owner.token });
  expect(status).toBe(${isRead(key) ? '200);\n  expect(body).toEqual({ count: 1 });' : '204);'}
});
`;

const isRead = (key: string): boolean => key.startsWith('GET ');

export const handlerOfJob = ({ words, name }: Names): string => `\
/** ${words}, once a day. */
import { timerJob } from '../access/job-handler.ts';
import { jobs } from '../api/jobs.ts';

export const handler = timerJob(jobs, '${name}', async ({ today }, { log }) => {
  log.info('nothing to do', { today });
  return { today };
});
`;

export const rowOfJob = ({ words, name, place }: Names): string => `\
  '${name}': {
    summary: '${words}',
    handler: '${place}',
    trigger: { kind: 'timer', hour: 5, minute: 0 },
    uses: ['table:write'],
    timeoutSeconds: 900,
    impact: 'Say in one sentence what people notice when the job fails.',
  },
`;

export const testOfJob = ({ words, name }: Names): string => `\
/** ${words}, once a day. */
import { expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { jobsOf } from '../support/jobs.ts';

it('runs for a day', async () => {
  const jobs = jobsOf(await createTestApp());
  const { result } = await jobs.run('${name}', { today: '2025-07-01' });
  expect(result).toEqual({ today: '2025-07-01' });
});
`;

export const eventKind = ({ words, name }: Names): string => `\
/** ${words}, from a payment on. Rate, amounts and balances stay. */
import { invalid } from '../refusal.ts';
import type { EventKind } from './event-kind.ts';
import { samePayments } from './next-segment.ts';
import { SAME } from './wire.ts';

export interface ${pascal(name)} {
  readonly kind: '${name}';
  readonly fromPayment: number;
}

export const ${camel(name)} = {
  label: '${words}',
  timing: 'from-payment',
  fitsTable: false,
  fields: { fromPayment: SAME },
  check({ fromPayment }) {
    if (Number.isInteger(fromPayment)) return;
    throw invalid('fromPayment', 'event/from-payment', 'Please provide a whole number.');
  },
  apply: (closing) => samePayments(closing),
} satisfies EventKind<${pascal(name)}>;
`;

export const importOfEventKind = ({ name }: Names): string =>
  `import { ${camel(name)} } from './${name}.ts';\n`;

export const rowOfEventKind = ({ name }: Names): string =>
  name === camel(name) ? `  ${name},\n` : `  '${name}': ${camel(name)},\n`;

export const schemaOfEventKind = ({ name }: Names): string =>
  `  '${name}': z.object({ kind: z.literal('${name}'), fromPayment: WholeNumber }),\n`;

export const testOfEventKind = ({ words, name }: Names): string => `\
/** ${words}. */
import { expect, it } from 'vitest';
import { fromWire, toWire } from '../../../domain/event-kinds/kinds.ts';

it('keeps its fields on the wire', () => {
  const wire = { kind: '${name}', fromPayment: 3 } as const;
  expect(toWire(fromWire(wire))).toEqual(wire);
});
`;

export const page = ({ words, name }: Names): string => `\
/** ${words}. */
import { Page } from '../ui/page.tsx';

export function ${pascal(name)}() {
  return (
    <Page title="${words}">
      <section className="card card-body">
        <h2 className="card-title">${words}</h2>
      </section>
    </Page>
  );
}
`;

export const pathOfPage = ({ name, place }: Names): string => `  ${camel(name)}: '/${place}',\n`;

export const rowOfPage = ({ name, place }: Names): string =>
  `  page(paths.${camel(name)}, 'Guest', async () => (await import('./${place}.tsx')).${pascal(name)}),\n`;

/** Returns the names of a part at a place. */
export function namesOf(place: string): Names {
  const name = place.slice(place.lastIndexOf('/') + 1);
  const words = name.replaceAll('-', ' ');
  return { name, place, words: `${words.charAt(0).toUpperCase()}${words.slice(1)}` };
}

const camel = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const pascal = (name: string): string => camel(`-${name}`);
