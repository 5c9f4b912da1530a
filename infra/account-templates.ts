/** The templates that an administrator deploys before CDK can deploy anything, without CDK's resources. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { AccountStack } from './account-stack.ts';
import { accountStack } from './names.ts';
import { nameOf, type Stage } from './stages.ts';
import { VaultStack } from './vault-stack.ts';

export interface AccountTemplate {
  readonly name: string;
  readonly template: Readonly<Record<string, unknown>>;
}

export const accountTemplate = (stage: Stage): AccountTemplate =>
  templateOf(accountStack(stage), (app, name) => new AccountStack(app, name, stage));

/** @throws Error for a stage without a vault. */
export const vaultTemplate = (stage: Stage): AccountTemplate =>
  templateOf(nameOf(stage, 'vault'), (app, name) => new VaultStack(app, name, stage));

function templateOf(name: string, create: (app: App, name: string) => Stack): AccountTemplate {
  const outdir = mkdtempSync(path.join(tmpdir(), 'paydown-template-'));
  try {
    const app = new App({ outdir, analyticsReporting: false });
    create(app, name);
    return { name, template: app.synth().getStackByName(name).template as AccountTemplate['template'] };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
