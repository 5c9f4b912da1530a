import type { Answer } from '../data/api.ts';

export type AttentionItem = Answer<'GET /v1/attention'>[number];
