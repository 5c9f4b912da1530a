import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Base } from '../../functions/services/context.ts';
import type { Part } from '../../functions/compose/base.ts';
import { readConfig } from '../../functions/compose/config.ts';
import type { Use } from '../../functions/api/route.ts';
import { secretsOf } from '../../infra/constructs/grants.ts';
import { stageNames, stageOf } from '../../infra/stages.ts';
import { synthesised } from './synthesised.ts';

/** Returns the environments of a stage's functions. A value from the account reads as its parameter's name. */
async function environmentsOf(stage: string): Promise<[string, Record<string, string>][]> {
  const synthesis = await synthesised(stageOf(stage));
  return synthesis
    .resources('AWS::Lambda::Function')
    .filter(({ resource }) => resource.Properties.Environment?.Variables.TABLE_NAME !== undefined)
    .map(({ resource: { Properties } }) => [
      Properties.FunctionName as string,
      Object.fromEntries(
        Object.entries(Properties.Environment.Variables as Record<string, unknown>).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : knownAtDeployment(name),
        ]),
      ),
    ]);
}

const knownAtDeployment = (name: string): string =>
  name === 'RESTORED_AT' ? '2026-11-20T03:00:00Z/2026-11-20T05:03:00Z' : 'https://known.at/deployment';

const SIGNING_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
const BASE = { clock: { now: () => 0 } } as Base;
const CONFIGURATION = {
  STAGE: 'local',
  ORIGIN: 'https://app.paydown.example',
  TABLE_NAME: 'table',
  TOKEN_PUBLIC_KEY: '{}',
  XERO_CLIENT_ID: 'client',
  VAULT_KEY_ID: 'key',
  FILES_BUCKET: 'files',
  QUEUE_URL: 'https://sqs.example/postings',
  DEAD_LETTER_URL: 'https://sqs.example/postings-dead',
  MAIL_QUEUE_URL: 'https://sqs.example/mails',
};

describe.each([...stageNames])('stage %s', (stage) => {
  it('is a valid configuration without local variables for every function', async () => {
    const environments = await environmentsOf(stage);
    expect(environments.length).toBeGreaterThan(0);
    for (const [name, environment] of environments) {
      const config = readConfig({ ...environment, AWS_REGION: 'ap-southeast-2' });
      expect([name, config]).toMatchObject([
        name,
        { STAGE: stage, ORIGIN_SECRET_DIGEST: expect.any(String) },
      ]);
    }
  });
});

describe.each(['xero', 'stripe', 'sign', 'mail', 'mailer', 'queue', 'files', 'table'] as const)(
  'The services behind “%s”',
  (name) => {
    const kinds = { table: 'table:write', files: 'files:write' } as const;
    const uses: readonly Use[] = [name === 'table' || name === 'files' ? kinds[name] : name];
    const secrets = uses.flatMap((use) => secretsOf[use]);

    /** Composes the services with these secrets only, and makes calls that need a secret. */
    async function compose(readable: readonly string[]): Promise<void> {
      const folder = mkdtempSync(path.join(tmpdir(), 'paydown-secrets-'));
      try {
        for (const secret of readable) writeFileSync(path.join(folder, secret), JSON.stringify(SIGNING_KEY));
        const { part } = (await import(`../../functions/compose/${name}.ts`)) as { part: Part };
        const services = await part(readConfig({ ...CONFIGURATION, SECRETS_FOLDER: folder }), BASE);
        await services.signer?.access({ userId: 'u', sessionId: 's', tenantId: null });
      } finally {
        rmSync(folder, { recursive: true });
      }
    }

    it('requires only secrets that its functions may read', async () => {
      await expect(compose(secrets)).resolves.toBeUndefined();
    });

    it('requires each secret of its functions', async () => {
      const outcomes = await Promise.allSettled(
        secrets.map((without) => compose(secrets.filter((secret) => secret !== without))),
      );
      expect(outcomes.map(({ status }) => status)).toEqual(secrets.map(() => 'rejected'));
    });
  },
);
