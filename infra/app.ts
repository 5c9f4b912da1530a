/** The stacks of the stage in `-c stage=…`. */
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { stageOf } from './stages.ts';
import { createStacks } from './stacks.ts';

const dist = path.resolve(import.meta.dirname, '../dist');

const app = new App();
createStacks(app, stageOf(app.node.tryGetContext('stage')), {
  functions: path.join(dist, 'functions'),
  web: path.join(dist, 'web'),
});
app.synth();
