import { createBreaches } from '../vendors/breaches.ts';
import type { Part } from './base.ts';

/** The local product asks no service: it works offline. */
export const part: Part = async ({ BREACHES_URL: endpoint }, { log }) => ({
  breaches: endpoint === undefined ? { has: async () => false } : createBreaches({ endpoint, log }),
});
