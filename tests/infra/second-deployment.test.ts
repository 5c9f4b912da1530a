import { describe, expect, it } from 'vitest';
import { accountTemplate } from '../../infra/account-templates.ts';
import { stageNames, stageOf } from '../../infra/stages.ts';
import { CloudFormationModel } from '../support/cloud-formation.ts';
import { type Given, readAssembly, type Synthesised, synthesised, type Template } from './synthesised.ts';

const ALL = { first: 'data,edge,api,jobs,web,edge-logs,ops,edge-ops' };

const accounts = stageNames.map((name) => accountTemplate(stageOf(name)));

/** CloudFormation after the bootstrap of every stage. */
function bootstrapped(): CloudFormationModel {
  const model = new CloudFormationModel();
  for (const { name, template } of accounts) model.deployPlain(name, template as unknown as Template);
  return model;
}

/** Deploys these syntheses of a stage one after the other. Returns what CloudFormation refuses of each. */
async function deployed(name: string, releases: readonly Given[]): Promise<string[][]> {
  const model = bootstrapped();
  const refused: string[][] = [];
  for (const given of releases) {
    const synthesis = await synthesised(stageOf(name), given);
    refused.push(synthesis.order.flatMap((stack) => model.deploy(synthesis, stack)));
  }
  return refused;
}

describe('CloudFormation', () => {
  it.each<[string, readonly Given[]]>([
    ['dev', [{}, {}]],
    ['staging', [{}, { release: '2' }, { release: '2' }]],
    // The first deployment, its protection, a retry without a change, a release, and a rollback at once.
    ['prod', [ALL, {}, {}, { release: '2' }, { release: '3', rollout: 'at-once' }]],
  ])('accepts the deployments of %s one after the other', async (name, releases) => {
    expect(await deployed(name, releases)).toEqual(releases.map(() => []));
  });

  it('gives a function another version only together with another function', async () => {
    const versions = (synthesis: Synthesised): Map<string, string> =>
      new Map(
        synthesis
          .resources('AWS::Lambda::Version')
          .map(({ id, resource, template }) => [
            id,
            JSON.stringify(template.Resources[resource.Properties.FunctionName.Ref as string]),
          ]),
      );
    const [one, other] = [
      versions(await synthesised(stageOf('prod'))),
      versions(await synthesised(stageOf('prod'), { release: '2' })),
    ];
    expect(one.size).toBeGreaterThan(10);
    const changed = [...other].filter(([id]) => !one.has(id));
    const before = new Set(one.values());
    expect(changed.filter(([, built]) => before.has(built)).map(([id]) => id)).toEqual([]);
    // Parameters of the account change a function's environment without a change of the template.
    expect(changed).toHaveLength(one.size);
  });
});

describe('the model of CloudFormation', async () => {
  const dev = await synthesised(stageOf('dev'));
  const api = 'paydown-dev-api';

  /** A synthesis whose templates are changed as text. */
  const changed = (replace: (text: string) => string, synthesis = dev): Synthesised => {
    const templates = JSON.parse(replace(JSON.stringify(Object.fromEntries(synthesis.templates)))) as Record<
      string,
      Template
    >;
    return readAssembly({
      templates,
      order: synthesis.order,
      terminationProtection: Object.fromEntries(synthesis.terminationProtection),
      accounts: [...synthesis.accounts],
    });
  };

  const second = (later: Synthesised, earlier = dev): string[] => {
    const model = bootstrapped();
    expect(earlier.order.flatMap((stack) => model.deploy(earlier, stack))).toEqual([]);
    return later.order.flatMap((stack) => model.deploy(later, stack));
  };

  it.each<[string, (text: string) => string, RegExp]>([
    [
      'a table with another key',
      (text) => text.replace('"KeySchema":[{"AttributeName":"pk"', '"KeySchema":[{"AttributeName":"id"'),
      /KeySchema of Table\w+ would replace it, with what it holds/,
    ],
    [
      'a named resource under another id',
      (text) => text.replaceAll(/"signinFunction(\w{8})"/g, '"moved$1"'),
      /moved\w+ exists already/,
    ],
    [
      'an output that another stack reads',
      (text) => text.replace('"ApiHost":{"Value"', '"Host":{"Value"'),
      /paydown-dev-api: ApiHost is in use by paydown-dev-web/,
    ],
    [
      'another type of a resource',
      (text) => text.replace('"Type":"AWS::ApiGatewayV2::Api"', '"Type":"AWS::ApiGateway::RestApi"'),
      /can't become AWS::ApiGateway::RestApi/,
    ],
  ])('refuses %s', (_what, replace, problem) => {
    const refused = second(changed(replace));
    expect(refused.join('\n')).toMatch(problem);
  });

  it('refuses a new version of a function that has not changed', async () => {
    const prod = await synthesised(stageOf('prod'));
    const renamed = changed(
      (text) => text.replaceAll(/(FunctionCurrentVersion\w{8})\w{32}/g, `$1${'0'.repeat(32)}`),
      prod,
    );
    const refused = second(renamed, prod);
    expect(refused).toHaveLength(prod.resources('AWS::Lambda::Version').length);
    expect(refused[0]).toMatch(/nothing of its function changed/);
  });

  it('follows the parameters of the account into nested stacks', () => {
    const model = bootstrapped();
    const values = (table: string) => ({ '/paydown/dev/table': table });
    for (const stack of ['paydown-dev-data', api]) model.deploy(dev, stack, values('one'));
    model.changes.length = 0;
    model.deploy(dev, api, values('one'));
    expect(model.changes).toEqual([]);
    model.deploy(dev, api, values('two'));
    expect(model.changes.length).toBeGreaterThan(50);
  });
});
