import type { Answer } from '../data/api.ts';

export type OpenMatter = Answer<'GET /v1/attention'>[number];
