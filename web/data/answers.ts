/** Types of the answers that several features show. */
import type { Answer } from './api.ts';

/** An entity with its figures. */
export type Entity = Answer<'GET /v1/entities/{entityId}'>;

/** A schedule with its payments and events. */
export type Schedule = Answer<'GET /v1/entities/{entityId}/schedules/{scheduleId}'>;

/** One payment of a schedule. Amounts are dollars. */
export type SchedulePayment = Schedule['schedulePayments'][number];

/** A schedule as lists show it, without its payments. */
export type ScheduleSummary = Answer<'GET /v1/entities/{entityId}/schedules'>[number];

/** The path of an entity. */
export interface EntityParams {
  readonly entityId: string;
}

/** The path of a schedule. */
export interface ScheduleParams {
  readonly entityId: string;
  readonly scheduleId: string;
}
