/** Concurrent requests against a database with real transactions and real conflicts. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { withEmbeddedTable } from '../support/embedded-table.ts';
import { invite, PASSWORD, signIn, signUp, signUpInto } from '../support/people.ts';

const embedded = withEmbeddedTable();
let app: TestApp;

beforeEach(async () => {
  app = await createTestApp({ table: embedded.table });
});

const times = <Result>(count: number, run: () => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, run));

const tally = (answers: readonly { readonly status: number }[]): Record<number, number> =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))].map((status) => [
      status,
      answers.filter((answer) => answer.status === status).length,
    ]),
  );

describe('concurrent requests', () => {
  it('register one address once', async () => {
    const body = {
      givenName: 'Ada',
      surname: 'Byron',
      email: 'ada@example.com',
      password: PASSWORD,
      tenantName: 'T',
    };
    const answers = await times(10, () => app.call('POST /v1/users', { body }));
    expect(tally(answers)).toEqual({ 201: 1, 400: 9 });
  });

  it('refresh one session in many tabs with the same token', async () => {
    const { refreshToken } = await signUp(app);
    const refresh = (token: string) =>
      app.call('POST /v1/users/token/refresh', { body: { refreshToken: token } });
    const answers = await times(20, () => refresh(refreshToken));
    expect(tally(answers)).toEqual({ 200: 20 });
    const tokens = new Set(answers.map(({ body }) => body.refreshToken));
    expect(tokens.size).toBe(1);
    app.clock.advance(60_000);
    for (const token of tokens) expect((await refresh(token)).status).toBe(200);
  });

  // Evidence for ASVS 7.1.1
  it('sign one user in fifty times', async () => {
    const { email } = await signUp(app);
    const body = { email, password: PASSWORD };
    expect(tally(await times(50, () => app.call('POST /v1/users/authenticate', { body })))).toEqual({
      200: 50,
    });
  });

  it('accept an invitation once and answer each with success', async () => {
    const owner = await signUp(app);
    const person = await signUp(app);
    const inviteToken = await invite(app, owner, { email: person.email, role: 'Member' });
    const accept = () =>
      app.call('POST /v1/users/invite/accept', { as: person.token, body: { inviteToken } });
    expect(tally(await times(10, accept))).toEqual({ 200: 10 });
    const { body } = await app.call('GET /v1/tenants/users', { as: owner.token });
    expect(body.tenantUsers).toHaveLength(2);
  });

  it('add several users to one organisation', async () => {
    const owner = await signUp(app);
    await times(8, () => signUpInto(app, owner, 'Guest'));
    const { body } = await app.call('GET /v1/tenants/users', { as: owner.token });
    expect(body.tenantUsers).toHaveLength(9);
  });

  it('change a password once', async () => {
    const { token: as, email } = await signUp(app);
    let count = 0;
    const change = async () => {
      const NewPassword = `Another-Horse-${count++}`;
      const body = { Password: PASSWORD, NewPassword };
      return { NewPassword, ...(await app.call('PUT /v1/users/password', { as, body })) };
    };
    const answers = await times(5, change);
    const changed = answers.filter(({ status }) => status === 204);
    expect(changed).toHaveLength(1);
    expect(tally(answers.filter(({ status }) => status !== 204))).not.toHaveProperty('500');
    await expect(signIn(app, email, changed[0]?.NewPassword)).resolves.toBeDefined();
  });

  it('apply one of two role changes without an internal error', async () => {
    const owner = await signUp(app);
    const guest = await signUpInto(app, owner, 'Guest');
    const roles = ['Member', 'Admin'] as const;
    const answers = await Promise.all(
      roles.map((role) =>
        app.call('PATCH /v1/tenants/users/{userId}/role', {
          as: owner.token,
          params: { userId: guest.userId },
          body: { role },
        }),
      ),
    );
    expect(tally(answers)).not.toHaveProperty('500');
    const winner = answers.findLast(({ status }) => status === 200);
    const { body } = await app.call('GET /v1/tenants', { as: guest.token });
    expect(roles).toContain(body[0]?.role);
    expect(winner).toBeDefined();
  });
});
