/** The end of a restore, at leisure: the data stack takes the restored table for its own, which `infra/stages.ts` names. */
import { nameOf, type Stage } from '../../infra/stages.ts';
import { difference, deployment, synthesis, type Step } from './steps.ts';

export interface AdoptionTools {
  readonly run: (step: Step) => void;
  readonly readText: (file: string) => string;
  readonly writeText: (file: string, text: string) => void;
}

interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string }>>;
}

/**
 * Deploys the data stack without a table, which leaves the earlier one to itself, and imports the table in use.
 * @param inUse the table that the functions use.
 * @throws Error before anything changes when the stage's record names another table, or its stack would delete its own.
 */
export function adoptTable(
  stage: Stage,
  isMailAdopted: boolean,
  inUse: string,
  { run, readText, writeText }: AdoptionTools,
): void {
  if (stage.tableName !== inUse) {
    throw new Error(
      `Functions use ${inUse}: enter it as the tableName of ${stage.name} in infra/stages.ts first.`,
    );
  }
  if (!stage.durable)
    throw new Error(`The data stack of ${stage.name} would delete its table: it is a trial stage.`);
  const release = { release: 'adoption', first: [], atOnce: true, isMailAdopted };
  const [without, having] = [`cdk.out/${stage.name}-without-table`, `cdk.out/${stage.name}-with-table`];
  run(synthesis(stage, without, { ...release, table: 'none' }));
  run(difference(stage, ['data'], without));
  run(deployment(stage, 'data', without));
  run(synthesis(stage, having, release));
  const name = nameOf(stage, 'data');
  const { Resources } = JSON.parse(readText(`${having}/${name}.template.json`)) as Template;
  const id = Object.keys(Resources).find((key) => Resources[key]?.Type === 'AWS::DynamoDB::GlobalTable');
  const mapping = `${having}/imported.json`;
  writeText(mapping, JSON.stringify({ [String(id)]: { TableName: inUse } }));
  const command = ['cdk', 'import', '--app', having, '--resource-mapping', mapping, '--force', name];
  run({ what: 'The table into the stack', command });
}
