/**
 * Runs built functions as Lambda does: each is copied to a folder outside the project and handles one event in its own
 * process, under Lambda's runtime client.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { queueOf } from '../../../functions/api/route.ts';
import type { Handlers } from '../../../scripts/local/gateway.ts';
import { queueUrls } from '../../../scripts/local/queue-protocol.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const RUNTIME_CLIENT = path.join(root, 'node_modules/aws-lambda-ric/index.mjs');
const NATIVE_CLIENT = path.join(import.meta.dirname, 'native-client.cjs');
const START_SECONDS = 300;

type Result = APIGatewayProxyStructuredResultV2;

/**
 * Runs the function built at `folder` with one event; returns its response.
 * @throws Error with the function's log, when it does not start, fails, or does not respond.
 */
export async function runAlone(
  folder: string,
  environment: Readonly<Record<string, string>>,
  event: unknown,
): Promise<Result> {
  const task = await mkdtemp(path.join(tmpdir(), 'task-'));
  await cp(folder, task, { recursive: true });
  const platform = await startPlatform(event);
  const child = spawn(process.execPath, ['--require', NATIVE_CLIENT, RUNTIME_CLIENT], {
    cwd: task,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...lambdaEnvironment(task, platform.address), ...environment },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  }
  try {
    return await outcome(platform, child, output);
  } finally {
    child.kill('SIGKILL');
    platform.server.closeAllConnections();
    platform.server.close();
    await rm(task, { recursive: true, force: true });
  }
}

/** Returns handlers that run each request in its own process. */
export function handlersUnderRuntime(
  functions: string,
  environment: Readonly<Record<string, string>>,
): Handlers {
  return async (_key, row) => (event) => {
    const urls = queueUrls(environment['QUEUE_ENDPOINT'] ?? '', queueOf([row]));
    return runAlone(path.join(functions, row.handler), { ...environment, ...urls }, event);
  };
}

interface Platform {
  readonly server: Server;
  readonly address: string;
  readonly answered: Promise<Result>;
}

/** Starts the runtime API of Lambda, which delivers one event and receives one response. */
async function startPlatform(event: unknown): Promise<Platform> {
  const { promise: answered, resolve, reject } = Promise.withResolvers<Result>();
  let hasAsked = false;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? '';
    if (url.endsWith('/next')) {
      if (hasAsked) return;
      hasAsked = true;
      response.writeHead(200, invocationHeaders()).end(JSON.stringify(event));
      return;
    }
    const body = await text(request);
    response.writeHead(202).end('{}');
    if (url.endsWith('/response')) resolve(JSON.parse(body) as Result);
    else reject(new Error(body));
  };
  const server = createServer((request, response) => void answer(request, response).catch(reject));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, answered, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function invocationHeaders(): Record<string, string> {
  return {
    'content-type': 'application/json',
    'lambda-runtime-aws-request-id': 'one',
    'lambda-runtime-deadline-ms': String(Date.now() + 29_000),
    'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:ap-southeast-2:000000000000:function:alone',
  };
}

function lambdaEnvironment(task: string, runtimeApi: string): Record<string, string> {
  return {
    PATH: '/usr/bin:/bin',
    HOME: task,
    TZ: ':UTC',
    _HANDLER: 'index.handler',
    LAMBDA_TASK_ROOT: task,
    AWS_LAMBDA_RUNTIME_API: runtimeApi,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_REGION: 'ap-southeast-2',
    AWS_ACCESS_KEY_ID: 'alone',
    AWS_SECRET_ACCESS_KEY: 'alone',
    AWS_LAMBDA_FUNCTION_NAME: 'alone',
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_FORMAT: 'JSON',
    AWS_LAMBDA_LOG_GROUP_NAME: 'alone',
    AWS_LAMBDA_LOG_STREAM_NAME: 'alone',
  };
}

async function outcome(platform: Platform, child: ChildProcess, output: readonly string[]): Promise<Result> {
  const said = (what: string): Error => new Error(`${what}\n${output.join('')}`);
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(() => timer.reject(said('No answer in time.')), START_SECONDS * 1000);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(said(`Ended with ${code}.`)));
  ended.catch(() => undefined);
  platform.answered.catch(() => undefined);
  try {
    return await Promise.race([platform.answered, ended, timer.promise]);
  } catch (error) {
    throw said(error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timeout);
  }
}
