/**
 * Walks the commands of docs/operations.md for every stage against an emulated account: bootstrap, deploy, deploy again
 * unchanged, deploy a change of one feature, roll back, restore. CloudFormation refuses what the model of
 * `tests/support/cloud-formation.ts` refuses, and the pipeline's role must allow each call of a deployment.
 *
 *   npm run proof -- deployment                    every stage
 *   npm run proof -- deployment --only prod        one
 *   npm run proof -- deployment --plant version    new versions of functions that have not changed, which it finds
 *   npm run proof -- deployment --plant order      CDK's bootstrap before the policy of its role exists
 */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { accountTemplate } from '../../infra/account-templates.ts';
import { DEPLOYING_CALLS } from '../../infra/constructs/deployment-access.ts';
import { nameOf, type Stage, stageNames, stageOf } from '../../infra/stages.ts';
import type { Table } from '../../functions/store/table.ts';
import { bootstrapAccount } from '../../scripts/deploy/bootstrap-account.ts';
import { type Deployment, deployStage } from '../../scripts/deploy/deploy-stage.ts';
import { accountParameters, enableHighThroughput } from '../../scripts/deploy/parameter-store.ts';
import { bootstrap, missingParameters } from '../../scripts/deploy/parameters.ts';
import { restoreStage, resumeStage } from '../../scripts/deploy/restore-stage.ts';
import { rollBack } from '../../scripts/deploy/roll-back.ts';
import { TABLE_STACKS } from '../../scripts/deploy/steps.ts';
import { realStage } from '../deploy/account-with.ts';
import { assembled } from '../infra/synthesis.ts';
import { type Given, readAssembly, type Synthesised } from '../infra/synthesised.ts';
import { readOptions, sized } from '../support/command.ts';
import { EmulatedAccount } from './deployment/emulated-account.ts';

const { only, plant } = readOptions();
const stages = stageNames.filter((name) => (only === '' ? sized(true, name === 'dev') : name === only));
const wait = async (): Promise<void> => {};

/** A stage with values in the place of its placeholders. */
function realOf(name: string): Stage {
  const { account, mail, alarmsTo, originTls, domain, distantVault, repository } = realStage;
  const stage = stageOf(name);
  const trial = { ...stage, account, mail };
  return name === 'dev' ? trial : { ...trial, alarmsTo, originTls, domain, distantVault, repository };
}

class Walk {
  readonly #stage: Stage;
  readonly #account: EmulatedAccount;
  readonly #tags: string[] = [];
  readonly #syntheses = new Map<string, Synthesised>();
  #synthesis: Synthesised | null = null;
  /** The feature whose code the present commit has changed. */
  #changed = '';
  #releases = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#account = new EmulatedAccount(stage);
  }

  async all(): Promise<void> {
    const { name } = this.#stage;
    const step = async (what: string, walk: () => Promise<void>): Promise<void> => {
      const before = this.#account.model.changes.length;
      await walk();
      console.log(`${name}: ${what}, ${this.#account.model.changes.length - before} resources`);
    };
    await step('bootstrap', () => this.#bootstrap());
    await step('bootstrap again', () => this.#bootstrap());
    await step('first deployment', () => this.#deploy());
    await step('deployment without a change', () => this.#deployUnchanged());
    await step('deployment of one feature', () => this.#deployFeature());
    await step('rollback', () => this.#rollBack());
    await step('restore', () => this.#restore());
    const refused = [...this.#account.called].filter((call) => !this.#isAllowed(call));
    assert.deepEqual(refused, [], 'the pipeline’s role allows every call of a deployment');
  }

  async #bootstrap(): Promise<void> {
    const account = this.#account;
    const ssm = account.client('ssm');
    const cdk = (command: readonly string[]): boolean => {
      account.bootstrapCdk(command);
      return true;
    };
    if (plant === 'order') cdk(['--cloudformation-execution-policies', 'arn:aws:iam::1:policy/none']);
    await bootstrapAccount(this.#stage, {
      template: accountTemplate(this.#stage),
      cloudFormation: account.client('cloudformation'),
      s3Control: account.client('s3'),
      backup: account.client('backup'),
      run: cdk,
      log: () => undefined,
      wait,
    });
    const store = accountParameters(ssm, this.#stage);
    const given = ['xero-client-id', 'xero-client-secret', 'stripe-secret-key', 'stripe-webhook-secret'];
    await bootstrap(this.#stage, new Map(given.map((name) => [name, 'later'])), [], store);
    await enableHighThroughput(ssm);
    assert.deepEqual(await missingParameters(this.#stage, store), []);
    // An administrator's calls, which are not those of the role.
    account.called.clear();
  }

  async #deploy(chosen: Partial<Deployment> = {}): Promise<void> {
    const account = this.#account;
    const logged: string[] = [];
    const { region } = this.#stage;
    await deployStage(
      this.#stage,
      { isAtOnce: false, isChecked: true, ...chosen },
      {
        run: (command) => this.#run(command),
        outputOf: () => '',
        readText: (file) => this.#outputs(file),
        isAgreed: async () => true,
        smoke: async () => [],
        log: (line) => void logged.push(line),
        parameters: accountParameters(account.client('ssm'), this.#stage),
        account: {
          sts: account.client('sts'),
          lambda: account.client('lambda'),
          backup: account.client('backup'),
          iam: account.client('iam'),
          s3Control: account.client('s3'),
          route53: account.client('route53'),
          ses: account.client('ses'),
          ssm: (at) => account.client('ssm', at),
          resolveNs: async () => ['ns-1.awsdns-01.org'],
        },
        dynamodb: account.client('dynamodb'),
        cloudFormation: (at) => account.client('cloudformation', at),
        alarms: { cloudwatch: account.client('cloudwatch'), sns: (at) => account.client('sns', at) },
        wait,
      },
    );
    const notes = logged.filter((line) => line.startsWith('Note: ') && !/webhook|AWS verifies/.test(line));
    assert.deepEqual(notes, [], `nothing is missing in ${region}`);
  }

  #run(command: readonly string[]): boolean {
    const [program, verb, ...rest] = command;
    if (program === 'git') {
      if (verb === 'tag') this.#tags.push(String(rest[0]));
      return true;
    }
    assert.equal(program, 'cdk');
    if (verb === 'synth') {
      const context = rest.flatMap((word, index) =>
        rest[index - 1] === '--context' ? [word.split('=')] : [],
      );
      this.#synthesis = this.#synthesise(Object.fromEntries(context) as Given);
    }
    if (verb !== 'deploy') return true;
    assert.ok(this.#synthesis, 'templates are synthesised first');
    const stack = String(rest.at(-1));
    const refused = this.#account.deploy(this.#synthesis, stack);
    for (const line of refused) console.error(line);
    return refused.length === 0;
  }

  /** A release without versions has the same templates as any other, so that they are synthesised once. */
  #synthesise({ stage: _name, release: _moment, ...given }: Given): Synthesised {
    const release = this.#stage.canary ? String((this.#releases += 1)) : 'none';
    const all = { ...given, release, changed: this.#changed };
    const key = JSON.stringify(all);
    const known = this.#syntheses.get(key) ?? readAssembly(assembled(this.#stage, all));
    this.#syntheses.set(key, known);
    return plant === 'version' ? withOtherVersions(known, this.#releases) : known;
  }

  #outputs(file: string): string {
    const [, stack = ''] = /outputs-(.+)\.json$/.exec(file) ?? [];
    const outputs = { ApiHost: 'api.host', SiteAddress: 'https://d1.cloudfront.net' };
    return JSON.stringify({ [nameOf(this.#stage, stack)]: outputs });
  }

  async #deployUnchanged(): Promise<void> {
    const { changes } = this.#account.model;
    const before = changes.length;
    await this.#deploy();
    if (!this.#stage.canary) assert.deepEqual(changes.slice(before), []);
  }

  async #deployFeature(): Promise<void> {
    const { changes } = this.#account.model;
    const before = changes.length;
    this.#changed = 'reports';
    await this.#deploy();
    const changed = changes.slice(before).filter((one) => /-api\//.test(one));
    assert.ok(
      changed.some((one) => /\/reportsNested/.test(one)),
      'the feature is deployed',
    );
    // Versions have the release, so that critical functions change with each.
    const others = changed.filter((one) => !/\/reportsNested/.test(one));
    if (!this.#stage.canary) assert.deepEqual(others, []);
  }

  async #rollBack(stacks?: readonly string[]): Promise<void> {
    const [first = ''] = this.#tags;
    let options: readonly string[] = [];
    rollBack(this.#stage, { to: first, only: stacks }, ([program, , , ...rest]) => {
      if (program === 'node') options = rest;
      return true;
    });
    const { values } = parseArgs({
      args: [...options],
      options: {
        stage: { type: 'string' },
        only: { type: 'string' },
        back: { type: 'boolean' },
        'at-once': { type: 'boolean' },
        checked: { type: 'boolean' },
      },
    });
    assert.ok(values.back && values['at-once'] && values.checked);
    this.#changed = '';
    await this.#deploy({ only: values.only?.split(','), isRollback: true, isAtOnce: true });
  }

  async #restore(): Promise<void> {
    const account = this.#account;
    const allowed = new Set(account.called);
    const clients = {
      backup: account.client('backup'),
      dynamodb: account.client('dynamodb'),
      tableOf: () => ({}) as Table,
      scheduler: account.client('scheduler'),
      lambda: account.client('lambda'),
      parameters: accountParameters(account.client('ssm'), this.#stage),
    };
    const to = `${this.#stage.tableName}-2`;
    const at = new Date(account.now - 3_600_000);
    const passing = async (milliseconds: number): Promise<void> => void (account.now += milliseconds);
    await restoreStage(this.#stage, { at, to }, clients, passing, () => account.now);
    assert.ok(account.isPaused, 'timers and queues are paused');
    await assert.rejects(resumeStage(this.#stage, clients, wait), /deploy first/);
    // The calls so far were an administrator's.
    account.called.clear();
    for (const call of allowed) account.called.add(call);
    await this.#rollBack(TABLE_STACKS);
    const deployed = new Set(account.called);
    await resumeStage(this.#stage, clients, wait);
    assert.ok(!account.isPaused, 'timers and queues run again');
    account.called.clear();
    for (const call of deployed) account.called.add(call);
    await this.#deploy();
  }

  /** IAM names some calls otherwise than the SDK. */
  #isAllowed(call: string): boolean {
    const names: Readonly<Record<string, string>> = {
      's3:GetPublicAccessBlock': 's3:GetAccountPublicAccessBlock',
    };
    // Every caller may ask who it is.
    return (
      call === 'sts:GetCallerIdentity' || (DEPLOYING_CALLS as readonly string[]).includes(names[call] ?? call)
    );
  }
}

/** The defect: another version with each release, of whatever function. */
function withOtherVersions(synthesis: Synthesised, release: number): Synthesised {
  const text = JSON.stringify(Object.fromEntries(synthesis.templates))
    .replaceAll(/(FunctionCurrentVersion\w{8})\w{32}/g, `$1${String(release).padStart(32, '0')}`)
    .replaceAll(/"RELEASE":"\d+"/g, '"RELEASE":"none"');
  return readAssembly({
    templates: JSON.parse(text) as Record<string, never>,
    order: synthesis.order,
    terminationProtection: Object.fromEntries(synthesis.terminationProtection),
    accounts: [...synthesis.accounts],
  });
}

let failed = 0;
for (const name of stages) {
  try {
    await new Walk(realOf(name)).all();
  } catch (error) {
    failed++;
    console.error(error instanceof Error ? error.stack : error);
  }
}
console.log(`The walk of ${stages.join(', ')}: ${failed === 0 ? '0 findings' : 'FAILED'}`);
process.exit(failed === 0 ? 0 : 1);
