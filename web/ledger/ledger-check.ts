import type { Answer } from '../api.ts';

export type LedgerCheck = Answer<'POST /v1/entities/{entityId}/ledgercheck'>;
