import { createSigner } from '../lib/tokens.ts';
import type { Part } from './base.ts';

export const part: Part = async (_config, secrets, { clock }) => ({ signer: createSigner(secrets, clock) });
