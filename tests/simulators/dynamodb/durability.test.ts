import { execFileSync, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUse } from '../../../scripts/simulators/dynamodb/database.ts';
import { startDynamoDb } from '../../../scripts/simulators/dynamodb/server.ts';
import { callerOf, countInGroup, createThings, itemOf, N, S, TableName } from './wire-client.ts';
import type { Call } from './wire-client.ts';

const WORKERS = 6;
const GROUP_SIZE = 10;
const ACKNOWLEDGED_BEFORE_KILL = 60;

let path: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'dynamodb-'));
});

afterEach(async () => {
  await kill();
  rmSync(path, { recursive: true });
});

async function startChild(): Promise<Call> {
  child = fork(join(import.meta.dirname, 'serve.ts'), [path], { execArgv: [] });
  const [port]: unknown[] = await once(child, 'message');
  return callerOf({ port: Number(port) });
}

async function kill(): Promise<void> {
  if (child === undefined || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Writes ten items of one index group and a count of groups in one transaction. */
function writeGroup(call: Call, worker: string, name: string) {
  const items = Array.from({ length: GROUP_SIZE }, (_, n) => ({
    Put: { TableName, Item: { id: S(`${name}-${n}`), group: S(name), rank: N(n) } },
  }));
  const Update = {
    TableName,
    Key: { id: S(worker) },
    UpdateExpression: 'ADD written :one',
    ExpressionAttributeValues: { ':one': N(1) },
  };
  return call('TransactWriteItems', { TransactItems: [...items, { Update }], ClientRequestToken: name });
}

/** Writes groups until the process is killed. Returns the names of the acknowledged groups. */
async function writeUntilKilled(call: Call, round: number) {
  const acknowledged: string[] = [];
  const asked: string[] = [];
  const work = async (worker: string): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const name = `${worker}-${round}-${n}`;
      asked.push(name);
      const answer = await writeGroup(call, worker, name).catch(() => undefined);
      if (answer === undefined) return;
      expect(answer.status).toBe(200);
      acknowledged.push(name);
      if (acknowledged.length === ACKNOWLEDGED_BEFORE_KILL) child?.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, n) => work(`worker${n}`)));
  return { acknowledged, asked };
}

describe('kill -9 in the middle of concurrent transactions', () => {
  it('keeps every acknowledged transaction and no partial one after kill -9', async () => {
    await createThings(await startChild());
    const whole: string[] = [];
    for (const round of [1, 2]) {
      await kill();
      const { acknowledged, asked } = await writeUntilKilled(await startChild(), round);
      await kill();
      expect(acknowledged.length).toBeGreaterThanOrEqual(ACKNOWLEDGED_BEFORE_KILL);

      const call = await startChild();
      for (const name of asked) {
        const size = await countInGroup(call, name);
        expect(acknowledged.includes(name) ? [GROUP_SIZE] : [0, GROUP_SIZE]).toContain(size);
        if (size === GROUP_SIZE) whole.push(name);
      }
      for (let n = 0; n < WORKERS; n += 1) {
        const written = whole.filter((name) => name.startsWith(`worker${n}-`)).length;
        expect(await itemOf(call, `worker${n}`)).toMatchObject({ written: N(written) });
      }
      const { body } = await call('Scan', { TableName, Select: 'COUNT' });
      expect(body['Count']).toBe(whole.length * GROUP_SIZE + WORKERS);
    }
  });

  it('keeps the tokens of committed transactions after kill -9', async () => {
    await createThings(await startChild());
    await kill();
    const { asked } = await writeUntilKilled(await startChild(), 1);
    await kill();
    const call = await startChild();
    for (const name of asked)
      expect((await writeGroup(call, name.split('-')[0] ?? '', name)).status).toBe(200);
    for (let n = 0; n < WORKERS; n += 1) {
      const written = asked.filter((name) => name.startsWith(`worker${n}-`)).length;
      expect(await itemOf(call, `worker${n}`)).toMatchObject({ written: N(written) });
    }
  });
});

/** Limits the size of files that the process writes, so that writes fail as on a full disk. */
const limitFiles = (bytes: string): void =>
  void execFileSync('prlimit', ['--pid', String(child?.pid), `--fsize=${bytes}:unlimited`]);

describe.runIf(process.platform === 'linux')('a full disk', () => {
  it('loses no write that is acknowledged after space is free again', async () => {
    const call = await startChild();
    await createThings(call);
    limitFiles('0');
    expect((await writeGroup(call, 'worker0', 'refused')).status).toBe(500);
    limitFiles('unlimited');
    for (let n = 0; n < 5; n += 1) {
      expect((await writeGroup(call, 'worker0', `accepted-${n}`)).status).toBe(200);
    }
    await kill();
    const restarted = await startChild();
    for (let n = 0; n < 5; n += 1) {
      expect(await countInGroup(restarted, `accepted-${n}`)).toBe(GROUP_SIZE);
    }
  });
});

describe('a folder', () => {
  it('refuses a folder that another process uses, without disturbing it', async () => {
    const call = await startChild();
    const refused = startDynamoDb({ port: 0, path });
    await expect(refused).rejects.toThrow(DataFolderInUse);
    await expect(refused).rejects.toThrow(path);
    expect((await createThings(call)).status).toBe(200);
  });

  it('refuses a folder that the same process has open, until it is closed', async () => {
    const first = await startDynamoDb({ port: 0, path });
    await expect(startDynamoDb({ port: 0, path })).rejects.toThrow(DataFolderInUse);
    await first.close();
    const second = await startDynamoDb({ port: 0, path });
    await second.close();
  });

  it('releases the folder when the port is taken', async () => {
    const other = await startDynamoDb({ port: 0 });
    await expect(startDynamoDb({ port: other.port, path })).rejects.toThrow('EADDRINUSE');
    const next = await startDynamoDb({ port: 0, path });
    await Promise.all([next.close(), other.close()]);
  });
});
