/**
 * The check of a new version before it gets traffic: it answers a call that must end in a known refusal. CodeDeploy
 * starts it. The function runs alone in Lambda, so it can't refer to other parts of this module.
 */

/** The call for each checked function, by its name; null: a queue's function, which gets no messages. */
export type Checked = Readonly<
  Record<string, { readonly routeKey: string; readonly status: number | null } | null>
>;

export interface TrafficTools {
  /** Returns the specification of a deployment: the function, its alias and its versions, as JSON or YAML. */
  readonly specificationOf: (deploymentId: string) => Promise<string>;
  readonly originSecret: () => Promise<string>;
  readonly invoke: (
    functionName: string,
    version: string,
    event: object,
  ) => Promise<{ readonly error?: string | undefined; readonly answer: unknown }>;
  readonly report: (status: 'Succeeded' | 'Failed') => Promise<unknown>;
  readonly log: (line: string) => void;
}

/** Reports whether the new version of a deployment starts and answers as it should. */
export async function checkVersion(
  deploymentId: string,
  checked: Checked,
  tools: TrafficTools,
): Promise<void> {
  const problemOf = async (): Promise<string | null> => {
    const specification = await tools.specificationOf(deploymentId);
    const name = /"?Name"?\s*:\s*"?([\w-]+)/.exec(specification)?.[1] ?? '';
    const version = /"?TargetVersion"?\s*:\s*"?(\d+)/.exec(specification)?.[1] ?? '';
    const call = checked[name];
    if (call === undefined || version === '') return `No check is known for “${name}”, version “${version}”.`;
    if (call === null) {
      const { error } = await tools.invoke(name, version, { Records: [] });
      return error === undefined ? null : `${name}, version ${version}: ${error}`;
    }
    const [method, path = ''] = call.routeKey.split(' ');
    const id = '00000000-0000-4000-8000-000000000000';
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => [parameter, id]);
    const rawPath = path.replaceAll(/\{\w+\}/g, id);
    const event = {
      version: '2.0',
      routeKey: call.routeKey,
      rawPath,
      rawQueryString: '',
      headers: {
        'content-type': 'application/json',
        'x-origin-secret': await tools.originSecret(),
        'x-viewer-address': '192.0.2.1',
      },
      pathParameters: Object.fromEntries(parameters) as object,
      requestContext: {
        requestId: `before-traffic-${deploymentId}`,
        routeKey: call.routeKey,
        stage: '$default',
        time: new Date().toISOString(),
        timeEpoch: Date.now(),
        http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'deployment' },
      },
      // An address without a person.
      body: JSON.stringify({ email: 'deployment@check.invalid', password: 'No account has this 1!' }),
      isBase64Encoded: false,
    };
    const { error, answer } = await tools.invoke(name, version, event);
    if (error !== undefined) return `${name}, version ${version}: ${error}`;
    const { statusCode } = (answer ?? {}) as { readonly statusCode?: number };
    // 403: the version does not know the secret that the distribution sends.
    const isWell =
      statusCode !== undefined &&
      statusCode !== 403 &&
      statusCode < 500 &&
      (call.status === null || statusCode === call.status);
    return isWell
      ? null
      : `${name}, version ${version}: ${statusCode} instead of ${call.status ?? 'a refusal'}`;
  };
  const problem = await problemOf().catch(String);
  tools.log(problem ?? `Deployment ${deploymentId} may begin.`);
  await tools.report(problem === null ? 'Succeeded' : 'Failed');
}

/** Returns the source of the function for Lambda, whose runtime has the SDK. */
export function trafficCheckCode(): string {
  return `const deploy = require('@aws-sdk/client-codedeploy');
const lambda = require('@aws-sdk/client-lambda');
const ssm = require('@aws-sdk/client-ssm');
const codeDeploy = new deploy.CodeDeployClient();
const functions = new lambda.LambdaClient();
const parameters = new ssm.SSMClient();
const check = ${checkVersion.toString()};
exports.handler = ({ DeploymentId, LifecycleEventHookExecutionId }) =>
  check(DeploymentId, JSON.parse(process.env.CHECKED), {
    specificationOf: async (deploymentId) => {
      const { deploymentInfo } = await codeDeploy.send(new deploy.GetDeploymentCommand({ deploymentId }));
      const { appSpecContent, string } = deploymentInfo.revision;
      return (appSpecContent || string).content;
    },
    originSecret: async () => {
      const Name = process.env.ORIGIN_SECRET_NAME;
      const { Parameter } = await parameters.send(new ssm.GetParameterCommand({ Name, WithDecryption: true }));
      return Parameter.Value.split(',')[0];
    },
    invoke: async (FunctionName, Qualifier, event) => {
      const Payload = JSON.stringify(event);
      const answer = await functions.send(new lambda.InvokeCommand({ FunctionName, Qualifier, Payload }));
      const text = Buffer.from(answer.Payload || []).toString();
      return { error: answer.FunctionError && text, answer: text && JSON.parse(text) };
    },
    report: (status) =>
      codeDeploy.send(
        new deploy.PutLifecycleEventHookExecutionStatusCommand({
          deploymentId: DeploymentId,
          lifecycleEventHookExecutionId: LifecycleEventHookExecutionId,
          status,
        }),
      ),
    log: console.log,
  });
`;
}
