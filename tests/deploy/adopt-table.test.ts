import { App } from 'aws-cdk-lib';
import { expect, it } from 'vitest';
import { jobs } from '../../functions/api/jobs.ts';
import { DataStack } from '../../infra/data-stack.ts';
import { stageOf } from '../../infra/stages.ts';
import { adoptTable } from '../../scripts/deploy/adopt-table.ts';
import type { Template } from '../infra/synthesised.ts';

const stage = { ...stageOf('prod'), tableName: 'paydown-prod-table-2' };

function dataTemplate(context: Readonly<Record<string, string>> = {}): Template {
  const app = new App({ context });
  const { stackName } = new DataStack(app, 'paydown-prod-data', stage, jobs);
  return app.synth().getStackByName(stackName).template as Template;
}

const tableId = ({ Resources }: Template): string =>
  Object.keys(Resources).find((id) => Resources[id]?.Type === 'AWS::DynamoDB::GlobalTable') ?? '';

function adopted(inUse: string, of = stage) {
  const commands: string[] = [];
  const written: string[] = [];
  adoptTable(of, false, inUse, {
    run: ({ command }) => void commands.push(command.join(' ')),
    readText: (file) => {
      expect(file).toBe('cdk.out/prod-with-table/paydown-prod-data.template.json');
      return JSON.stringify(dataTemplate());
    },
    writeText: (_file, text) => void written.push(text),
  });
  return { commands, written };
}

it('the data stack lets go of the earlier table, then imports the one in use', () => {
  const { commands, written } = adopted('paydown-prod-table-2');
  expect(commands).toEqual([
    expect.stringMatching(/^cdk synth .*--context table=none --output cdk\.out\/prod-without-table$/),
    expect.stringMatching(/^cdk diff /),
    expect.stringMatching(/^cdk deploy --app cdk\.out\/prod-without-table .* paydown-prod-data$/),
    expect.stringMatching(/^cdk synth .*--output cdk\.out\/prod-with-table$/),
    expect.stringMatching(
      /^cdk import --app cdk\.out\/prod-with-table --resource-mapping \S+ --force paydown-prod-data$/,
    ),
  ]);
  expect(commands[3]).not.toContain('table=none');
  const template = dataTemplate();
  const id = tableId(template);
  expect(template.Resources[id]?.Properties).toMatchObject({ TableName: 'paydown-prod-table-2' });
  expect(JSON.parse(written[0] ?? '')).toEqual({ [id]: { TableName: 'paydown-prod-table-2' } });
});

it('removes only the table from the data stack, and retains it', () => {
  const having = dataTemplate();
  const { [tableId(having)]: table, ...others } = having.Resources;
  expect(dataTemplate({ table: 'none' }).Resources).toEqual(others);
  expect(table?.DeletionPolicy).toBe('RetainExceptOnCreate');
});

it('nothing is adopted before the stage’s record names the table in use, or by a trial stage', () => {
  expect(() => adopted('paydown-prod-table-3')).toThrow('enter it as the tableName of prod');
  const trial = { ...stageOf('dev'), tableName: 'other' };
  expect(() => adopted('other', trial)).toThrow('would delete its table');
});
