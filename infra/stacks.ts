/** The stacks of a stage, in the order of their deployment. */
import { PERMISSIONS_BOUNDARY_CONTEXT_KEY, Tags, Validations, type App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { jobs } from '../functions/api/jobs.ts';
import { routes } from '../functions/api/routes.ts';
import { ApiStack } from './api-stack.ts';
import { DataStack } from './data-stack.ts';
import { EdgeLogsStack } from './edge-logs-stack.ts';
import { EdgeOpsStack } from './edge-ops-stack.ts';
import { EdgeStack } from './edge-stack.ts';
import { JobsStack } from './jobs-stack.ts';
import { OpsStack } from './ops-stack.ts';
import { roleBoundary } from './names.ts';
import { nameOf, type Stage } from './stages.ts';
import { WebStack } from './web-stack.ts';

/** The folders of the build. */
export interface Built {
  readonly functions: string;
  readonly web: string;
}

export interface Stacks {
  readonly data: DataStack;
  readonly api: ApiStack;
  readonly edge: EdgeStack | null;
  readonly web: WebStack;
  readonly ops: OpsStack;
}

export function createStacks(app: App, stage: Stage, built: Built): Stacks {
  app.node.setContext(PERMISSIONS_BOUNDARY_CONTEXT_KEY, { name: roleBoundary(stage) });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  Tags.of(app).add('product', 'paydown');
  Tags.of(app).add('stage', stage.name);

  const data = new DataStack(app, nameOf(stage, 'data'), stage, jobs);
  const api = new ApiStack(app, nameOf(stage, 'api'), {
    stage,
    rows: routes,
    data,
    functions: built.functions,
  });
  new JobsStack(app, nameOf(stage, 'jobs'), { stage, jobs, data, functions: built.functions });
  const edge = stage.domain || stage.firewall ? new EdgeStack(app, nameOf(stage, 'edge'), stage) : null;
  const web = new WebStack(app, nameOf(stage, 'web'), { stage, api, data, edge, web: built.web });
  new EdgeOpsStack(app, nameOf(stage, 'edge-ops'), stage, web, edge);
  new EdgeLogsStack(app, nameOf(stage, 'edge-logs'), stage, web);
  const ops = new OpsStack(app, nameOf(stage, 'ops'), { stage, api, jobs });
  return { data, api, edge, web, ops };
}
