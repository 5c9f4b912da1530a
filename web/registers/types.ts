/** The answers about registers. Amounts are dollars. */
import type { Answer, Body } from '../data/api.ts';

export type Register = Answer<'GET /v1/entities/{entityId}/registers/{registerId}'>;
export type SpreadRegister = Extract<Register, { kind: 'spread' }>;
export type Division7aRegister = Extract<Register, { kind: 'division-7a' }>;
export type Division7aYear = Division7aRegister['figures']['years'][number];
export type RegisterEntry = Register['entries'][number];
export type RegisterSummary = Answer<'GET /v1/entities/{entityId}/registers'>[number];

export type RegisterPreview = Answer<'POST /v1/entities/{entityId}/registers/preview'>;
export type PreviewedEntry = RegisterPreview['entries'][number];

export type NewRegister = Body<'POST /v1/entities/{entityId}/registers'>;
export type NewSpread = Extract<NewRegister, { kind: 'spread' }>;
export type NewDivision7a = Extract<NewRegister, { kind: 'division-7a' }>;

type AnyChange = Body<'POST /v1/entities/{entityId}/registers/{registerId}/changes'>;
type WithoutRevision<Change> = Change extends unknown ? Omit<Change, 'revision'> : never;
export type RegisterChange = WithoutRevision<AnyChange>;
export type Repayment = Extract<RegisterChange, { kind: 'repayment' }>;
export type SpreadChange = Exclude<RegisterChange, { kind: 'repayment' }>;
