import { describe, expect, it } from 'vitest';
import { type Stage, stageOf } from '../../infra/stages.ts';
import { acceptedByApi, type AccountClients, accountFindings } from '../../scripts/deploy/account.ts';
import { placeholdersOf } from '../../scripts/deploy/placeholders.ts';
import { STACKS, type StackName } from '../../scripts/deploy/steps.ts';
import { accountWith, type Facts, realStage } from './account-with.ts';
import { inTurn, serviceError, stubbedClient } from './stubbed-client.ts';

const accountProblems = async (...[stage, clients, first]: [Stage, AccountClients, readonly StackName[]]) =>
  (await accountFindings(stage, clients, first, false)).problems;

describe('the check of an account', () => {
  it('finds nothing in an account that has everything', async () => {
    const nothing = { problems: [], warnings: [] };
    expect(await accountFindings(realStage, accountWith(), [], false)).toEqual(nothing);
    const first = await accountFindings(realStage, accountWith({ identity: null }), ['data', 'api'], false);
    expect(first).toEqual(nothing);
  });

  it.each<[string, Facts, readonly StackName[], boolean, RegExp]>([
    ['the sandbox of SES', { isSandbox: true }, [], false, /request production access\.$/],
    ['an identity without verification', { identity: false }, [], false, /has not verified paydown\.com\.au/],
    ['an identity from before', {}, ['data'], true, /^SES has the identity paydown\.com\.au from before/],
    [
      'a root user without a factor',
      { hasRootFactor: false },
      [],
      false,
      /^The root user .* no second factor/,
    ],
    ['public buckets', { blocksPublic: null }, [], false, /^S3 allows public buckets .* npm run bootstrap/],
    ['a public access block with gaps', { blocksPublic: false }, [], false, /^S3 allows public buckets/],
    ['CloudFront’s check of new accounts', {}, ['web'], false, /^AWS verifies new accounts/],
  ])('warns of %s, and does not refuse', async (_name, facts, first, isAdopted, sentence) => {
    const { problems, warnings } = await accountFindings(realStage, accountWith(facts), first, isAdopted);
    expect(problems).toEqual([]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(sentence);
  });

  it('names records that a first deployment would create, and leaves those of an adopted identity', async () => {
    const records = {
      '_dmarc.paydown.com.au': 'TXT',
      'bounces.paydown.com.au': 'MX',
      'api-origin.app.paydown.com.au': 'A',
      'app.paydown.com.au': 'AAAA',
    };
    const named = async (first: readonly StackName[], isAdopted: boolean) =>
      (await accountFindings(realStage, accountWith({ records }), first, isAdopted)).problems.map(
        (problem) => / of (\S+) already/.exec(problem)?.[1],
      );
    expect(await named(STACKS, false)).toEqual(Object.keys(records));
    expect(await named(STACKS, true)).toEqual(Object.keys(records).slice(2));
    expect(await named([], false)).toEqual([]);
  });

  it.each<[string, Facts, readonly StackName[], RegExp]>([
    [
      'an account without bootstrap',
      { bootstrap: null },
      [],
      /^The region .* is not bootstrapped: npm run bootstrap -- --stage prod$/,
    ],
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
    ['an account of no organization', { copies: null }, [], /^No backup is copied .* update-global-settings/],
    ['copies that are switched off', { copies: false }, [], /^No backup is copied .* one organization/],
    [
      'backups of tables that can’t be copied',
      { ownsTables: false },
      [],
      /^AWS Backup in ap-southeast-2 lacks the copies of tables or files: npm run bootstrap/,
    ],
    ['a small limit of executions', { concurrency: 10 }, [], /^Lambda allows 10 .* needs \d+/],
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

  it('knows which secrets of the origin the API accepts', async () => {
    expect(await acceptedByApi(realStage, accountWith({ accepted: 'a,b' }).lambda)).toBe('a,b');
    expect(await acceptedByApi(realStage, accountWith().lambda)).toBeNull();
  });

  it('names each call that the role may not make', async () => {
    const denied = [
      'ssm:GetParameter',
      'route53:GetHostedZone',
      'lambda:GetAccountSettings',
      'ssm:GetServiceSetting',
      'backup:DescribeGlobalSettings',
    ];
    const problems = await accountProblems(realStage, accountWith({ denied }), []);
    expect([...new Set(problems)]).toEqual(denied.map((call) => `The deploying role may not call ${call}.`));
  });

  it('passes on any other error', async () => {
    const throttled = inTurn(serviceError('TooManyRequestsException', 'Rate exceeded'));
    const { client: lambda } = stubbedClient({ GetAccountSettings: throttled });
    const asked = accountProblems(realStage, { ...accountWith(), lambda }, []);
    await expect(asked).rejects.toThrow('Rate exceeded');
  });
});

it('placeholders of a stage are named with their fields', () => {
  expect(placeholdersOf(stageOf('prod'))).toEqual(
    expect.arrayContaining([
      'account: 000000000000',
      'domain.name: app.paydown.example',
      'domain.zone.id: Z000000000000PROD',
      'mail.from: Paydown <no-reply@paydown.example>',
    ]),
  );
});
