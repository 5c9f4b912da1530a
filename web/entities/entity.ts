import type { Answer } from '../api.ts';

export type Entity = Answer<'GET /v1/entities/{entityId}'>;
