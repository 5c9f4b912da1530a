import type { Answer } from '../api.ts';

export type OpenMatter = Answer<'GET /v1/attention'>[number];
