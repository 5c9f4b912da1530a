import { describe, expect, it } from 'vitest';
import { stageOf } from '../../infra/stages.ts';
import { accountProblems } from '../../scripts/deploy/account.ts';
import { placeholdersOf } from '../../scripts/deploy/placeholders.ts';
import { STACKS, type StackName } from '../../scripts/deploy/steps.ts';
import { accountWith, type Facts, realStage } from './account-with.ts';
import { serviceError, stubbedClient } from './stubbed-client.ts';

describe('the check of an account', () => {
  it('finds nothing in an account that has everything', async () => {
    expect(await accountProblems(realStage, accountWith(), [])).toEqual([]);
    expect(await accountProblems(realStage, accountWith({ identity: null }), STACKS)).toEqual([]);
  });

  it.each<[string, Facts, readonly StackName[], RegExp]>([
    ['an account without bootstrap', { bootstrap: null }, [], /^The region .* is not bootstrapped: npx cdk/],
    ['an outdated bootstrap', { bootstrap: '14' }, [], /^The region .* is not bootstrapped/],
    ['a missing hosted zone', { zone: null }, [], /is not in the account instead of paydown\.com\.au\.$/],
    [
      'a zone of another name',
      { zone: 'other.example.' },
      [],
      /^The hosted zone Z0148233ABCDEF is of other\.example\. instead of paydown/,
    ],
    [
      'a zone without delegation',
      { servers: serviceError('ENOTFOUND') },
      ['edge'],
      /^The DNS asks no name server for paydown\.com\.au: enter .* \(ns-1\.awsdns-01\.org, ns-2\.awsdns-02\.net\)\.$/,
    ],
    [
      'a zone with name servers of another provider',
      { servers: ['ns-1.awsdns-01.org', 'ns.registrar.example'] },
      ['edge'],
      /^The DNS asks ns-1\.awsdns-01\.org, ns\.registrar\.example for paydown\.com\.au: enter/,
    ],
    ['the sandbox of SES', { isSandbox: true }, [], /request production access\.$/],
    ['an identity that the first deployment would create', {}, ['data'], /creates: delete it\.$/],
    ['an identity without verification', { identity: false }, [], /has not verified paydown\.com\.au/],
    ['a small limit of executions', { concurrency: 10 }, [], /^Lambda allows 10 .* needs 357/],
    ['the standard throughput of parameters', { throughput: 'false' }, [], /npm run bootstrap/],
  ])('names %s', async (_name, facts, first, sentence) => {
    const problems = new Set(await accountProblems(realStage, accountWith(facts), first));
    expect(problems.size).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toMatch(sentence);
  });

  it('asks the DNS before a first deployment alone', async () => {
    const facts = { servers: serviceError('ETIMEOUT') };
    expect(await accountProblems(realStage, accountWith(facts), [])).toEqual([]);
  });

  it('looks no further with the credentials of another account', async () => {
    const problems = await accountProblems(
      realStage,
      accountWith({ account: '999922223333', zone: null }),
      [],
    );
    expect(problems).toEqual([
      'The credentials are of the account 999922223333, but prod belongs to 111122223333.',
    ]);
  });

  it('names each call that the role may not make', async () => {
    const denied = [
      'ssm:GetParameter',
      'route53:GetHostedZone',
      'ses:GetAccount',
      'ses:GetEmailIdentity',
      'lambda:GetAccountSettings',
      'ssm:GetServiceSetting',
    ];
    const problems = await accountProblems(realStage, accountWith({ denied }), []);
    expect([...new Set(problems)]).toEqual(denied.map((call) => `The deploying role may not call ${call}.`));
  });

  it('passes on any other error', async () => {
    const clients = { ...accountWith(), lambda: failing };
    await expect(accountProblems(realStage, clients, [])).rejects.toThrow('Rate exceeded');
  });
});

const failing = stubbedClient({
  GetAccountSettings: () => {
    throw serviceError('TooManyRequestsException', 'Rate exceeded');
  },
}).client;

describe('placeholders of a stage', () => {
  it('are named with their fields', () => {
    expect(placeholdersOf(stageOf('prod'))).toEqual(
      expect.arrayContaining([
        'account: 000000000000',
        'domain.name: app.paydown.example',
        'domain.zone.id: Z000000000000PROD',
        'mail.from: Paydown <no-reply@paydown.example>',
      ]),
    );
  });

  it('are absent from a stage with real values', () => {
    expect(placeholdersOf(realStage)).toEqual([]);
  });
});
