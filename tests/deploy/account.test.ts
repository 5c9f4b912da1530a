import { describe, expect, it } from 'vitest';
import { type AccountClients, accountProblems } from '../../scripts/deploy/account.ts';
import { placeholdersOf } from '../../scripts/deploy/placeholders.ts';
import { type Stage, stageOf } from '../../infra/stages.ts';
import { serviceError, stubbedClient } from './stubbed-client.ts';

const prod = stageOf('prod');

interface Facts {
  readonly account?: string;
  readonly bootstrap?: string | null;
  readonly zone?: string | null;
  readonly isSandbox?: boolean;
  /** Whether SES has verified the identity; null: it has none. */
  readonly identity?: boolean | null;
  readonly concurrency?: number;
  readonly throughput?: string;
}

/** An account in which production may be deployed again, except for these facts. */
function accountWith(facts: Facts = {}): AccountClients {
  const {
    account = prod.account,
    bootstrap = '25',
    zone = 'paydown.example.',
    isSandbox = false,
    identity = true,
    concurrency = 1000,
    throughput = 'true',
  } = facts;
  const orMissing = (value: unknown, error: string, found: object): object => {
    if (value === null) throw serviceError(error);
    return found;
  };
  const ssm = stubbedClient({
    GetParameter: () => orMissing(bootstrap, 'ParameterNotFound', { Parameter: { Value: bootstrap } }),
    GetServiceSetting: () => ({ ServiceSetting: { SettingValue: throughput } }),
  });
  return {
    sts: stubbedClient({ GetCallerIdentity: () => ({ Account: account }) }).client,
    lambda: stubbedClient({
      GetAccountSettings: () => ({ AccountLimit: { ConcurrentExecutions: concurrency } }),
    }).client,
    route53: stubbedClient({
      GetHostedZone: () => orMissing(zone, 'NoSuchHostedZone', { HostedZone: { Name: zone } }),
    }).client,
    ses: stubbedClient({
      GetAccount: () => ({ ProductionAccessEnabled: !isSandbox }),
      GetEmailIdentity: () =>
        orMissing(identity, 'NotFoundException', { VerifiedForSendingStatus: identity }),
    }).client,
    ssm: () => ssm.client,
  };
}

describe('the check of an account', () => {
  it('finds nothing in an account that has everything', async () => {
    expect(await accountProblems(prod, accountWith(), false)).toEqual([]);
    expect(await accountProblems(prod, accountWith({ identity: null }), true)).toEqual([]);
  });

  it.each<[string, Facts, boolean, RegExp]>([
    [
      'an account without bootstrap',
      { bootstrap: null },
      false,
      /^The region .* is not bootstrapped: npx cdk/,
    ],
    ['an outdated bootstrap', { bootstrap: '14' }, false, /^The region .* is not bootstrapped/],
    ['a missing hosted zone', { zone: null }, false, /is not in the account instead of paydown\.example\.$/],
    [
      'a zone of another name',
      { zone: 'other.example.' },
      false,
      /is of other\.example\. instead of paydown/,
    ],
    ['the sandbox of SES', { isSandbox: true }, false, /request production access\.$/],
    ['an identity that the first deployment would create', {}, true, /creates: delete it\.$/],
    ['an identity without verification', { identity: false }, false, /has not verified paydown\.example/],
    ['a small limit of executions', { concurrency: 10 }, false, /^Lambda allows 10 .* needs 160/],
    ['the standard throughput of parameters', { throughput: 'false' }, false, /npm run bootstrap/],
  ])('names %s', async (_name, facts, isFirst, sentence) => {
    const problems = new Set(await accountProblems(prod, accountWith(facts), isFirst));
    expect(problems.size).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toMatch(sentence);
  });

  it('looks no further with the credentials of another account', async () => {
    const problems = await accountProblems(prod, accountWith({ account: '111122223333', zone: null }), false);
    expect(problems).toEqual([
      'The credentials are of the account 111122223333, but prod belongs to 000000000000.',
    ]);
  });
});

describe('placeholders of a stage', () => {
  it('are named with their fields', () => {
    expect(placeholdersOf(prod)).toEqual(
      expect.arrayContaining([
        'account: 000000000000',
        'domain.name: app.paydown.example',
        'domain.zone.id: Z000000000000PROD',
        'mail.from: Paydown <no-reply@paydown.example>',
      ]),
    );
  });

  it('are absent from a stage with real values', () => {
    const real: Stage = {
      ...prod,
      account: '111122223333',
      domain: { name: 'app.paydown.com.au', zone: { id: 'Z0148233ABCDEF', name: 'paydown.com.au' } },
      mail: { identity: 'paydown.com.au', from: 'Paydown <no-reply@paydown.com.au>' },
      alarmsTo: 'alarms@paydown.com.au',
      distantVault: 'arn:aws:backup:ap-southeast-2:444455556666:backup-vault:paydown-prod',
    };
    expect(placeholdersOf(real)).toEqual([]);
  });
});
