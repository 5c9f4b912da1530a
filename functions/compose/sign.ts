import { createSigner } from '../services/tokens.ts';
import type { Part } from './base.ts';
import { secretsFrom } from './secrets.ts';

export const part: Part = async (config, { clock }) => ({
  signer: createSigner(secretsFrom(config), clock, config.TOKEN_PUBLIC_KEY),
});
