/** The record of the calls made under one idempotency key, as stored with a batch, a removal or a voided journal. */
import * as z from 'zod';
import type { CallsMade } from '../../../domain/posting/protocol.ts';

/** Instants are milliseconds since the epoch. */
export const Calls: z.ZodType<CallsMade> = z.object({
  firstAt: z.number().nullable(),
  overAt: z.number(),
  areUnanswered: z.boolean(),
  mayRun: z.boolean(),
  tokenDigest: z.string().nullable(),
});

export const NO_CALLS: CallsMade = {
  firstAt: null,
  overAt: 0,
  areUnanswered: false,
  mayRun: false,
  tokenDigest: null,
};
