/** The answers about registers. Amounts are dollars. */
import type { Answer, Body } from '../data/api.ts';

export type Register = Answer<'GET /v1/entities/{entityId}/registers/{registerId}'>;
export type SpreadRegister = Register;
export type RegisterEntry = Register['entries'][number];
export type RegisterSummary = Answer<'GET /v1/entities/{entityId}/registers'>[number];
export type RegisterKindName = Register['kind'];

export type RegisterPreview = Answer<'POST /v1/entities/{entityId}/registers/preview'>;
export type PreviewedEntry = RegisterPreview['entries'][number];

export type NewRegister = Body<'POST /v1/entities/{entityId}/registers'>;
export type NewSpread = Extract<NewRegister, { kind: 'spread' }>;
export type RegisterChange = Body<'POST /v1/entities/{entityId}/registers/{registerId}/changes/preview'>;
