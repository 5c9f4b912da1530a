/** The configuration from environment variables. Nothing else reads them. */
import * as z from 'zod';
import { SIZE_NAMES } from '../api/plans.ts';
import type { Restore } from '../services/context.ts';

// Shared, since each schema takes time at the start of every function.
const Name = z.string().min(1);
const OptionalName = Name.optional();
const OptionalUrl = z.url().optional();

/** `2026-11-20T03:00:00Z/2026-11-20T05:03:00Z` */
const Interval = z
  .string()
  .transform((text) => text.split('/'))
  .pipe(z.tuple([z.iso.datetime(), z.iso.datetime()]))
  .transform(([from, to]): Restore => ({ backupAt: Date.parse(from), quietSince: Date.parse(to) }));

/** `never`, or intervals (ISO 8601) with spaces between. */
const Restores = z
  .string()
  .transform((text) => (text === 'never' ? [] : text.split(' ')))
  .pipe(z.array(Interval));

const Sizes = z.record(z.enum(SIZE_NAMES), z.number());

/** No limit for one user of a machine: `docs/commands.md` says how to try those of a stage. */
const AMPLE = { schedules: 1e5, xeroOrganisations: 1e4, payments: 1e8, fileBytes: 1e11 };
export const LOCAL_SIZES = { free: AMPLE, least: AMPLE, each: AMPLE };

const LimitsText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(
    z.object({
      calls: z.int(),
      changes: z.int(),
      reads: z.int(),
      calendars: z.int(),
      organisations: z.int(),
      registrations: z.int(),
      registrationsInAll: z.int(),
      sizes: z.record(z.enum(['free', 'least', 'each']), Sizes).default(LOCAL_SIZES),
    }),
  );

const Environment = z.object({
  /** `local` for the local product, otherwise the name of the stage. */
  STAGE: Name,
  /** The deployment that published this version of a critical function, for the log. */
  RELEASE: OptionalName,
  ORIGIN: z.url(),
  AWS_REGION: Name.default('ap-southeast-2'),
  TABLE_NAME: Name,
  /** The restores of the table, the oldest first. */
  RESTORED_AT: Restores.default([]),
  /** The public key that verifies tokens, a JWK as JSON. */
  TOKEN_PUBLIC_KEY: Name,
  /**
   * The digest of the secret that the distribution sends, which alone has the secret itself; with commas, several digests
   * that are accepted while the secret is renewed.
   */
  ORIGIN_SECRET_DIGEST: OptionalName,
  /** `true` where organisations linked to Xero require a second factor of each member. */
  REQUIRE_MFA_WHEN_LINKED: z.enum(['true', 'false']).default('false'),
  LIMITS: LimitsText.default({
    calls: 600,
    changes: 60,
    reads: 1200,
    calendars: 10,
    organisations: 5,
    // Everyone of a local product has one network.
    registrations: 1000,
    registrationsInAll: 5000,
    sizes: LOCAL_SIZES,
  }),
  /** The days of a user's first subscription before the first charge; 0: no trial. */
  TRIAL_DAYS: z.coerce.number().int().min(0).max(730).default(0),
  DYNAMODB_ENDPOINT: OptionalUrl,
  /** The path of the parameters that hold secrets; locally, `SECRETS_FOLDER` holds them as files. */
  SECRETS_PATH: z.string().startsWith('/').optional(),
  SECRETS_FOLDER: OptionalName,
  VAULT_KEY_ID: OptionalName,
  /** The address of the range service of Pwned Passwords; without it no password counts as leaked. */
  BREACHES_URL: OptionalUrl,
  XERO_CLIENT_ID: OptionalName,
  XERO_SIMULATOR: OptionalUrl,
  STRIPE_SIMULATOR: OptionalUrl,
  MAIL_FROM: Name.default('Paydown <no-reply@paydown.example>'),
  MAIL_CONFIGURATION_SET: OptionalName,
  MAIL_ENDPOINT: OptionalUrl,
  QUEUE_URL: OptionalUrl,
  DEAD_LETTER_URL: OptionalUrl,
  MAIL_QUEUE_URL: OptionalUrl,
  QUEUE_ENDPOINT: OptionalUrl,
  /** Attachments and report files are in this bucket, or locally in this folder. */
  FILES_BUCKET: OptionalName,
  FILES_FOLDER: OptionalName,
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
export function required(
  config: Config,
  name: Exclude<keyof Config, 'RESTORED_AT' | 'LIMITS' | 'TRIAL_DAYS'>,
): string {
  const value = config[name];
  if (value === undefined) throw new Error(`Configuration: ${name} is missing.`);
  return value;
}
