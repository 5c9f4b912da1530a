import { createBilling } from '../vendors/stripe/client.ts';
import type { Part } from './base.ts';
import { secretsFrom } from './secrets.ts';

export const part: Part = async (config, { clock }) => {
  const secrets = secretsFrom(config);
  const simulator = config.STRIPE_SIMULATOR ? new URL(config.STRIPE_SIMULATOR) : null;
  const [secretKey, webhookSecret] = await Promise.all([
    secrets.read('stripe-secret-key'),
    secrets.read('stripe-webhook-secret'),
  ]);
  return {
    billing: createBilling({
      secretKey,
      webhookSecret,
      clock,
      ...(simulator && { host: simulator.hostname, port: Number(simulator.port), protocol: 'http' as const }),
    }),
  };
};
