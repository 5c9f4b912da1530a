/** The configuration from environment variables. Nothing else reads them. */
import * as z from 'zod';

const Environment = z.object({
  /** `local` for the local product, otherwise the name of the stage. */
  STAGE: z.string().min(1),
  ORIGIN: z.url(),
  AWS_REGION: z.string().min(1).default('ap-southeast-2'),
  TABLE_NAME: z.string().min(1),
  /** `never`, or the instant (ISO 8601) at which a restored table was put in the place of another. */
  RESTORED_AT: z.union([z.literal('never'), z.iso.datetime()]).default('never'),
  /** The public key that verifies tokens, a JWK as JSON. */
  TOKEN_PUBLIC_KEY: z.string().min(1),
  /**
   * The digest of the secret that the distribution sends, which alone has the secret itself; with commas, several digests
   * that are accepted while the secret is renewed.
   */
  ORIGIN_SECRET_DIGEST: z.string().min(1).optional(),
  /** `true` where organisations linked to Xero require a second factor of each member. */
  REQUIRE_MFA_WHEN_LINKED: z.enum(['true', 'false']).default('false'),
  DYNAMODB_ENDPOINT: z.url().optional(),
  /** The path of the parameters that hold secrets; locally, `SECRETS_FOLDER` holds them as files. */
  SECRETS_PATH: z.string().startsWith('/').optional(),
  SECRETS_FOLDER: z.string().min(1).optional(),
  VAULT_KEY_ID: z.string().min(1).optional(),
  /** The address of the range service of Pwned Passwords; without it no password counts as leaked. */
  BREACHES_URL: z.url().optional(),
  XERO_CLIENT_ID: z.string().min(1).optional(),
  XERO_SIMULATOR: z.url().optional(),
  STRIPE_SIMULATOR: z.url().optional(),
  MAIL_FROM: z.string().min(1).default('Paydown <no-reply@paydown.example>'),
  MAIL_CONFIGURATION_SET: z.string().min(1).optional(),
  MAIL_ENDPOINT: z.url().optional(),
  QUEUE_URL: z.url().optional(),
  DEAD_LETTER_URL: z.url().optional(),
  QUEUE_ENDPOINT: z.url().optional(),
  /** Attachments and report files are in this bucket, or locally in this folder. */
  FILES_BUCKET: z.string().min(1).optional(),
  FILES_FOLDER: z.string().min(1).optional(),
});

export type Config = Readonly<z.output<typeof Environment>>;

/**
 * @throws Error that names the variable that is missing or malformed, that only the local product may set, or that a
 * stage in the cloud requires.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const result = Environment.safeParse(environment);
  if (!result.success) throw new Error(`Configuration: ${z.prettifyError(result.error)}`);
  const config = result.data;
  const local = [
    'DYNAMODB_ENDPOINT',
    'SECRETS_FOLDER',
    'XERO_SIMULATOR',
    'STRIPE_SIMULATOR',
    'MAIL_ENDPOINT',
    'QUEUE_ENDPOINT',
    'FILES_FOLDER',
  ] as const;
  const misplaced = local.filter((name) => config.STAGE !== 'local' && config[name] !== undefined);
  if (misplaced.length > 0)
    throw new Error(`Configuration: ${misplaced.join(', ')} may only be set locally.`);
  if (config.STAGE !== 'local' && config.ORIGIN_SECRET_DIGEST === undefined) {
    throw new Error(
      'Configuration: ORIGIN_SECRET_DIGEST is missing. Without it the API accepts calls that bypass the site.',
    );
  }
  return config;
}

/** @throws Error when the variable is missing. */
export function required(config: Config, name: keyof Config): string {
  const value = config[name];
  if (value === undefined) throw new Error(`Configuration: ${name} is missing.`);
  return value;
}
