/** Fields that several stored schemas share. Branded types are given back to values that the table keeps as plain ones. */
import * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Cents } from '../../domain/money.ts';

export const StoredCents = z.number().transform((value) => value as Cents);

/** A calendar date, `2026-06-30`. */
export const StoredDate = z.string().transform((value) => value as CalendarDate);
