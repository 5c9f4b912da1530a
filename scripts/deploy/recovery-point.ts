/** Restores of backups in AWS Backup, those that came back from the vault of another account included. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type BackupClient,
  DescribeRecoveryPointCommand,
  DescribeRestoreJobCommand,
  GetRecoveryPointRestoreMetadataCommand,
  StartRestoreJobCommand,
} from '@aws-sdk/client-backup';
import { wayBackRole } from '../../infra/names.ts';
import { nameOf, type Stage, vaultOf } from '../../infra/stages.ts';

type Client = Pick<BackupClient, 'send'>;

const LOOK_AGAIN_MS = 30_000;

/** A job that ended without a table. */
export class RestoreFailed extends Error {}

/**
 * Returns the moment that a recovery point shows, cut to seconds.
 * @throws Error when it is not in the stage's own vault, with the command that copies it there.
 */
export async function recoveryPointMoment(
  stage: Stage,
  client: Client,
  RecoveryPointArn: string,
): Promise<Date> {
  const BackupVaultName = nameOf(stage, 'backups');
  const [, , , region, account] = RecoveryPointArn.split(':');
  if (account !== stage.account || region !== stage.region) {
    const vault = `arn:aws:backup:${stage.region}:${stage.account}:backup-vault:${BackupVaultName}`;
    throw new Error(
      `This backup is of the account ${account} in ${region}. Copy it here first, with credentials of that account:\n` +
        `  aws backup start-copy-job --region ${region} --recovery-point-arn ${RecoveryPointArn} \\\n` +
        `    --source-backup-vault-name ${vaultOf(stage)?.name ?? '<its vault>'} --destination-backup-vault-arn ${vault} \\\n` +
        `    --iam-role-arn arn:aws:iam::${account}:role/${wayBackRole(stage)}`,
    );
  }
  const { CreationDate } = await client.send(
    new DescribeRecoveryPointCommand({ BackupVaultName, RecoveryPointArn }),
  );
  if (!CreationDate)
    throw new Error(`The vault ${BackupVaultName} has no recovery point ${RecoveryPointArn}.`);
  return new Date(Math.floor(CreationDate.getTime() / 1000) * 1000);
}

/**
 * Restores a recovery point as the table `to`, and waits. A repetition with the same token goes on with the job
 * that it started.
 * @throws RestoreFailed with the reason of AWS Backup when the job fails.
 */
export async function restoreRecoveryPoint(
  stage: Stage,
  client: Client,
  {
    recoveryPoint: RecoveryPointArn,
    to,
    token,
  }: { readonly recoveryPoint: string; readonly to: string; readonly token: string },
  wait: (milliseconds: number) => Promise<unknown> = delay,
): Promise<void> {
  const BackupVaultName = nameOf(stage, 'backups');
  const { RestoreMetadata } = await client.send(
    new GetRecoveryPointRestoreMetadataCommand({ BackupVaultName, RecoveryPointArn }),
  );
  const { RestoreJobId } = await client.send(
    new StartRestoreJobCommand({
      RecoveryPointArn,
      Metadata: { ...RestoreMetadata, targetTableName: to },
      IamRoleArn: `arn:aws:iam::${stage.account}:role/${nameOf(stage, 'backups')}`,
      IdempotencyToken: token,
    }),
  );
  for (;;) {
    const { Status, StatusMessage } = await client.send(new DescribeRestoreJobCommand({ RestoreJobId }));
    if (Status === 'COMPLETED') return;
    if (Status === 'FAILED' || Status === 'ABORTED')
      throw new RestoreFailed(`The restore ${Status}: ${StatusMessage}`);
    await wait(LOOK_AGAIN_MS);
  }
}
