/** The limits as honest people meet them: an office behind one address, and a practice with many loans. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { IMPORT_ROW } from '../support/contracts.ts';
import { recordChange } from './contracts.ts';
import { expect, logIn, logOut, test } from './fixtures.ts';
import { enter, invite, PASSWORD } from './portal.ts';

const OFFICE = 20;
const LOANS = 150;
const CLIENTS = 30;

/** The distribution says where a call comes from; without it, calls of this machine have limits of their own. */
test.use({ extraHTTPHeaders: { 'x-viewer-address': '203.0.113.200' } });

/** Returns the answers of the page that refuse it for a limit, as they come. */
function refusalsOf(page: Page): readonly string[] {
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 429) refused.push(answer.url());
  });
  return refused;
}

test('an office of twenty people joins, mistypes passwords and logs in behind one address', async ({
  page,
  product,
  owner,
}) => {
  const refused = refusalsOf(page);
  const people: string[] = [];
  for (let number = 0; number < OFFICE; number++) {
    const email = `person-${number}-${randomUUID().slice(0, 8)}@example.com`;
    const inviteToken = (await invite(product, owner, email, 'Member')).searchParams.get('token') ?? '';
    const person = { givenName: 'Ada', surname: 'Byron', email, password: PASSWORD, inviteToken };
    const joined = await page.request.post('/v1/users', { data: person });
    expect(joined.status()).toBe(201);
    // A quarter mistypes the password.
    const passwords = number % 4 === 0 ? ['Wrong-Horse-1', PASSWORD] : [PASSWORD];
    const statuses: number[] = [];
    for (const password of passwords) {
      const answer = await page.request.post('/v1/users/authenticate', { data: { email, password } });
      statuses.push(answer.status());
    }
    expect(statuses).toEqual(passwords.map((password) => (password === PASSWORD ? 200 : 401)));
    people.push(email);
  }
  await page.goto('/login');
  for (const email of people.slice(-3)) {
    await logIn(page, email, 'Wrong-Horse-1');
    await expect(page.getByText("Oops! We couldn't log you in")).toBeVisible();
    await logIn(page, email, PASSWORD);
    await expect(page.getByText('There are no entities yet')).toBeVisible();
    await logOut(page);
  }
  expect(refused).toEqual([]);
});

test('a practice of 150 loans, a third of them changed, opens its pages one after the other', async ({
  page,
  owner,
}) => {
  const refused = refusalsOf(page);
  const rows = Array.from({ length: LOANS }, (_, index) => ({
    ...IMPORT_ROW,
    line: index + 2,
    entity: `Client ${index % CLIENTS}`,
    name: `Ute ${index}`,
    terms: [...IMPORT_ROW.terms],
  }));
  const body = { importId: randomUUID(), rows, createEntities: true };
  const { created } = await owner.call('POST /v1/imports', { body });
  expect(created).toHaveLength(LOANS);
  const change = { kind: 'rate-change', date: '2025-04-20', interestRate: 9, keep: 'term' } as const;
  for (const [index, loan] of created.entries()) {
    if (index % 3 === 0) await recordChange(owner, loan, change);
  }
  await enter(page, owner);
  for (let client = 0; client < CLIENTS; client += 3) {
    await page
      .getByRole('link', { name: `Client ${client}`, exact: true })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: `Client ${client}`, exact: true })).toBeVisible();
    for (const ute of [client, client + CLIENTS]) {
      await page
        .getByRole('link', { name: `Ute ${ute}`, exact: true })
        .first()
        .click();
      await expect(page.getByRole('heading', { name: `Ute ${ute}`, exact: true })).toBeVisible();
      await page.goBack();
    }
    await page.goto('/?view=work');
  }
  for (const [path, heading] of [
    ['/attention', 'Attention'],
    ['/reports?date=2025-06-30', 'Year end'],
    ['/reports/forecast?from=2025-01', 'Forecast'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  }
  expect(refused).toEqual([]);
});
