import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createBreaches } from '../../functions/vendors/breaches.ts';
import { commonPasswordIn } from '../../functions/users/accepted-password.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { lastMail, PASSWORD, signUp, tokenIn } from '../support/people.ts';
import { listen } from '../../scripts/simulators/serve.ts';

const ADA = {
  givenName: 'Augusta',
  surname: 'Byron',
  email: 'countess@lovelace.example',
  tenantName: 'Analytical Engines Pty Ltd',
};

const register = (app: TestApp, password: string) =>
  app.call('POST /v1/users', { body: { ...ADA, password } });

describe('A new password', () => {
  // Evidence for ASVS 6.2.4
  it.each(['Password1!', 'P@ssw0rd', 'Qwerty123!', 'Welcome2024!', 'Abcd1234!', '!Dragon77'])(
    'refuses the common password %s',
    async (password) => {
      const app = await createTestApp();
      const refused = await register(app, password);
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'password/common', errors: { password: [expect.stringMatching(/^Too close to/)] } },
      });
    },
  );

  it.each([PASSWORD, 'Tr0ub4dor&3', 'Rose-829174650182!', 'glacier-Violin-4'])(
    'accepts the password %s',
    (password) => {
      expect(commonPasswordIn(password)).toBeUndefined();
    },
  );

  // Evidence for ASVS 6.1.2
  it.each(['Augusta-19!x', 'x-1-ByRoN-x', 'Countess-7!q', 'My-Lovelace-7', 'Engines-9!zz'])(
    'refuses a password with a word of its user: %s',
    async (password) => {
      const app = await createTestApp();
      expect(await register(app, password)).toMatchObject({
        status: 400,
        body: { code: 'password/own-words' },
      });
    },
  );

  it('checks a new password on every route and names its field', async () => {
    const app = await createTestApp();
    const { token, email } = await signUp(app);
    await app.call('POST /v1/users/recover', { body: { email } });
    const query = { token: tokenIn(lastMail(app, email)) };
    for (const [weak, message] of [
      ['Password1!', /^Too close to/],
      ['Seven-7', /longer than 7 characters/],
    ] as const) {
      const body = { Password: PASSWORD, NewPassword: weak };
      const changed = await app.call('PUT /v1/users/password', { as: token, body });
      expect([changed.status, changed.body.errors]).toEqual([
        400,
        { NewPassword: [expect.stringMatching(message)] },
      ]);
      const reset = await app.call('POST /v1/users/recover', { query, body: { Password: weak } });
      expect([reset.status, reset.body.errors]).toEqual([
        400,
        { Password: [expect.stringMatching(message)] },
      ]);
    }
    const again = await app.call('POST /v1/users/recover', { query, body: { Password: 'Another-Horse-8' } });
    expect(again.status, 'the link still works').toBe(204);
  });

  // Evidence for ASVS 6.2.4
  it('refuses a leaked password', async () => {
    const app = await createTestApp({ breaches: { has: async (password) => password === 'Leaked-Once-4' } });
    expect(await register(app, 'Leaked-Once-4')).toMatchObject({
      status: 400,
      body: { code: 'password/leaked' },
    });
    expect((await register(app, PASSWORD)).status).toBe(201);
  });
});

/** A service that speaks the range protocol, with one leaked password. */
async function withService(
  answer: (prefix: string) => { readonly status: number; readonly body: string },
  run: (endpoint: string, asked: readonly string[]) => Promise<void>,
): Promise<void> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${String(request.headers['add-padding'])}`);
    const { status, body } = answer(request.url?.split('/').at(-1) ?? '');
    response.writeHead(status).end(body);
  });
  const port = await listen(server, 0);
  try {
    await run(`http://127.0.0.1:${port}`, asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();

describe('The check for leaked passwords', () => {
  const leaked = sha1('Leaked-Once-4');
  const padding = `${'0'.repeat(35)}:0`;

  // Evidence for ASVS 6.2.4
  it('sends five digits of the hash to the range service and compares the rest itself', async () => {
    const app = await createTestApp();
    const lines = `${padding}\r\n${leaked.slice(5)}:3\r\n${sha1('Padding-Line-1').slice(5)}:0\r\n`;
    await withService(
      () => ({ status: 200, body: lines }),
      async (endpoint, asked) => {
        const breaches = createBreaches({ endpoint, log: app.log });
        expect(await breaches.has('Leaked-Once-4')).toBe(true);
        expect(await breaches.has(PASSWORD)).toBe(false);
        expect(await breaches.has('Padding-Line-1'), 'a line of padding').toBe(false);
        expect(asked[0]).toBe(`/range/${leaked.slice(0, 5)} true`);
      },
    );
  });

  // Evidence for ASVS 6.2.4
  it.each([
    ['fails', { status: 503, body: '' }],
    ['answers nonsense', { status: 200, body: '<html>' }],
  ])('accepts the password and logs the failure when the service %s', async (_reason, answer) => {
    const app = await createTestApp();
    await withService(
      () => answer,
      async (endpoint) => {
        expect(await createBreaches({ endpoint, log: app.log }).has('Leaked-Once-4')).toBe(false);
        const failure = app.logged.find(({ message }) => message === 'the check for leaked passwords failed');
        expect(failure).toMatchObject({ level: 'ERROR' });
        expect(JSON.stringify(app.logged)).not.toContain('Leaked-Once-4');
      },
    );
  });
});
