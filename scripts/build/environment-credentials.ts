/**
 * Replaces `@aws-sdk/credential-provider-node` in deployed functions. Lambda puts the credentials of the function's role
 * into the environment, so the other providers need not be loaded.
 */
interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** @throws Error when the environment holds none. */
export function defaultProvider(): () => Promise<Credentials> {
  return async () => {
    const {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_SESSION_TOKEN: sessionToken,
    } = process.env;
    if (!accessKeyId || !secretAccessKey) throw new Error('The environment holds no AWS credentials.');
    return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  };
}
