import { describe, expect, it } from 'vitest';
import type { AwsCall } from './permissions/aws-call.ts';
import { deploymentOf, refusalOf, type Deployment } from './permissions/deployed-roles.ts';
import { unusedServices } from './permissions/judge.ts';
import { stageOf } from '../../infra/stages.ts';
import { synthesised } from '../infra/synthesised.ts';

const HANDLERS = ['users/sign-in', 'attachments/get-attachment', 'auto-sync/sync-worker'];
const prod = await synthesised(stageOf('prod'));
const deployed = (): Deployment => deploymentOf('prod', prod, HANDLERS);

const read: AwsCall = {
  handler: 'users/sign-in',
  action: 'dynamodb:GetItem',
  resource: { kind: 'table', index: null },
  context: { 'dynamodb:LeadingKeys': ['U#1'] },
};
const roleOf = (deployment: Deployment, handler: string) => {
  const role = deployment.roles.get(handler);
  if (!role) throw new Error(`${handler} has no role.`);
  return role;
};

describe('the proof of permissions', () => {
  it('accepts a call that the role allows', async () => {
    expect(await refusalOf(read, deployed())).toBeNull();
  });

  it.each<[string, Partial<AwsCall>]>([
    [
      'another secret',
      {
        action: 'ssm:GetParameter',
        resource: { kind: 'parameter', name: '/paydown/local/xero-client-secret' },
      },
    ],
    ['a scan', { action: 'dynamodb:Scan' }],
    [
      'another kind of secret in the vault',
      {
        handler: 'auto-sync/sync-worker',
        action: 'kms:Decrypt',
        resource: { kind: 'key' },
        context: { 'kms:EncryptionContext:for': 'totp user factor' },
      },
    ],
    [
      'a file to replace, for a function that reads files',
      {
        handler: 'attachments/get-attachment',
        action: 's3:PutObject',
        resource: { kind: 'object', key: 'attachments/1' },
        context: {},
      },
    ],
    [
      'a change of an audit entry',
      { action: 'dynamodb:UpdateItem', context: { 'dynamodb:LeadingKeys': ['T#1#A#202506'] } },
    ],
  ])('refuses a call that the role does not allow: %s', async (_name, changes) => {
    expect(await refusalOf({ ...read, ...changes }, deployed())).toMatch(/Denied/);
  });

  it('finds a service that a function does not reach', () => {
    expect(unusedServices(roleOf(deployed(), 'attachments/get-attachment'), [read])).toEqual(['s3']);
  });
});
