import type { Answer } from '../data/api.ts';

export type LedgerCheck = Answer<'POST /v1/entities/{entityId}/ledgercheck'>;

export type AccountRow = LedgerCheck['accounts'][number];

export type Cause = AccountRow['causes'][number];

export type ReconcilingItem = Answer<'GET /v1/entities/{entityId}/ledgercheck/items'>['items'][number];
