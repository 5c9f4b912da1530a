/** What a process is told by its environment. The one reader of it. */
import * as z from 'zod';

const Environment = z.object({
  /** `local` for the embedded product, else the stage's name. */
  STAGE: z.string().min(1),
  ORIGIN: z.url(),
  AWS_REGION: z.string().min(1).default('ap-southeast-2'),
  TABLE_NAME: z.string().min(1),
  /** Public half of the key that signs tokens, a JWK as JSON. */
  TOKEN_PUBLIC_KEY: z.string().min(1),
  ORIGIN_SECRET: z.string().min(1).optional(),
  DYNAMODB_ENDPOINT: z.url().optional(),
  /** Secrets are parameters under this path, or else files in this folder. */
  SECRETS_PATH: z.string().startsWith('/').optional(),
  SECRETS_FOLDER: z.string().min(1).optional(),
  VAULT_KEY_ID: z.string().min(1).optional(),
  XERO_CLIENT_ID: z.string().min(1).optional(),
  XERO_SIMULATOR: z.url().optional(),
  STRIPE_SIMULATOR: z.url().optional(),
  MAIL_FROM: z.string().min(1).default('Paydown <no-reply@paydown.example>'),
  MAIL_CONFIGURATION_SET: z.string().min(1).optional(),
  MAIL_ENDPOINT: z.url().optional(),
  QUEUE_URL: z.url().optional(),
  DEAD_LETTER_URL: z.url().optional(),
  QUEUE_ENDPOINT: z.url().optional(),
  /** Files are objects of this bucket, or else in this folder, served at that origin. */
  FILES_BUCKET: z.string().min(1).optional(),
  FILES_FOLDER: z.string().min(1).optional(),
  FILES_ORIGIN: z.url().optional(),
});

export type Config = Readonly<z.output<typeof Environment>>;

/**
 * @throws Error that names the variable, when one is missing or malformed, or when a stage in the cloud is
 * told to use a simulator.
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
    'FILES_ORIGIN',
  ] as const;
  const misplaced = local.filter((name) => config.STAGE !== 'local' && config[name] !== undefined);
  if (misplaced.length > 0) throw new Error(`Configuration: ${misplaced.join(', ')} is for local use only.`);
  return config;
}

/** The value of a variable that this process cannot do without. */
export function required(config: Config, name: keyof Config): string {
  const value = config[name];
  if (value === undefined) throw new Error(`Configuration: ${name} is missing.`);
  return value;
}
