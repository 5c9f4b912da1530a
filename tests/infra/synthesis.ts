/** Synthesises a stage from the real tables and placeholders for the build. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { jobs } from '../../functions/api/jobs.ts';
import { routes } from '../../functions/api/routes.ts';
import { createStacks } from '../../infra/stacks.ts';
import type { Stage } from '../../infra/stages.ts';
import { type Assembly, type Given, readAssembly, type Synthesised, type Template } from './synthesised.ts';

const { context } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../cdk.json'), 'utf8')) as {
  readonly context: Record<string, unknown>;
};

/** @throws Error for an unacknowledged security finding, as in a deployment */
export const synthesise = (stage: Stage, given: Given): Synthesised => readAssembly(assembled(stage, given));

export function assembled(stage: Stage, given: Given = {}): Assembly {
  const folder = mkdtempSync(path.join(tmpdir(), 'paydown-synth-'));
  try {
    const outdir = path.join(folder, 'out');
    const app = new App({ outdir, context: { ...context, ...given, 'aws:cdk:disable-asset-staging': true } });
    createStacks(app, stage, standIns(folder, given['changed']));
    // The rules of CloudFormation apply to a release as to its stage, whose templates differ in versions only.
    process.env['CDK_VALIDATION'] = String(!('release' in given));
    const { stacks } = app.synth();
    return {
      templates: readTemplates(outdir),
      order: stacks.map(({ stackName }) => stackName),
      terminationProtection: Object.fromEntries(
        stacks.map((stack) => [stack.stackName, stack.terminationProtection === true]),
      ),
      accounts: stacks.map(({ environment }) => environment.account),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param changed a feature whose functions have other code */
function standIns(folder: string, changed = ''): { functions: string; web: string } {
  const functions = path.join(folder, 'functions');
  const web = path.join(folder, 'web');
  for (const { handler } of [...Object.values(routes), ...Object.values(jobs)]) {
    mkdirSync(path.join(functions, handler), { recursive: true });
    writeFileSync(
      path.join(functions, handler, 'index.mjs'),
      `export const handler = '${handler}${handler.startsWith(`${changed}/`) ? ', changed' : ''}';`,
    );
  }
  mkdirSync(path.join(web, 'assets'), { recursive: true });
  writeFileSync(path.join(web, 'index.html'), '<!doctype html>');
  writeFileSync(path.join(web, 'assets/app.js'), 'void 0;');
  return { functions, web };
}

function readTemplates(outdir: string): Record<string, Template> {
  const files = readdirSync(outdir).filter((file) => file.endsWith('.template.json'));
  return Object.fromEntries(
    files.map((file) => [file, JSON.parse(readFileSync(path.join(outdir, file), 'utf8')) as Template]),
  );
}
