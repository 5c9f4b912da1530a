import { randomBytes, randomUUID } from 'node:crypto';
import type { Config } from './config.ts';
import type { Base, Context } from '../services/context.ts';
import { createLog } from '../lib/log.ts';
import { metricNamespaceOf } from '../lib/request-metric.ts';
import { systemTimers } from '../lib/timers.ts';
import { owaspCost } from '../services/password-cost.ts';
import { createVerifier } from '../services/tokens.ts';
import { productionXeroHosts } from '../services/xero/config.ts';

/** Composes the services of one of a row's `uses`. */
export type Part = (config: Config, base: Base) => Promise<Partial<Context>>;

function composeBase(config: Config, writeLine: (line: string) => void): Base {
  const clock = { now: () => Date.now() };
  return {
    clock,
    timers: systemTimers,
    ids: { uuid: () => randomUUID(), secret: () => randomBytes(32).toString('base64url') },
    log: createLog(writeLine, clock, config.RELEASE === undefined ? {} : { release: config.RELEASE }),
    metricNamespace: config.STAGE === 'local' ? null : metricNamespaceOf(config.STAGE),
    origin: config.ORIGIN,
    requireMfaWhenLinked: config.REQUIRE_MFA_WHEN_LINKED === 'true',
    limits: config.LIMITS,
    passwordCost: owaspCost,
    trialDays: config.TRIAL_DAYS,
    originSecretDigest: config.ORIGIN_SECRET_DIGEST ?? null,
    xeroWeb: config.XERO_SIMULATOR ?? productionXeroHosts.webBase,
    verifier: createVerifier(config.TOKEN_PUBLIC_KEY, clock),
  };
}

/** Merges base and parts. A failed part, such as an unreadable secret, fails the whole. */
export async function createContext(
  config: Config,
  parts: readonly Part[],
  writeLine: (line: string) => void,
): Promise<Context> {
  const base = composeBase(config, writeLine);
  const composed = await Promise.all(parts.map((part) => part(config, base)));
  return Object.assign({}, base, ...composed) as Context;
}
