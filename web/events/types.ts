/** Contract events as the service sends and takes them. */
import type { Schedule } from '../data/answers.ts';
import type { Answer, Body } from '../data/api.ts';

/** An event with its document. */
export type RecordedEvent = Answer<'GET /v1/entities/{entityId}/schedules/{scheduleId}/events'>[number];

/** An event as the schedule lists it, without its document. */
export type ScheduleEvent = Schedule['events'][number];

export type ChangeKind = ScheduleEvent['kind'];

/** The change of an event, without its date. */
export type EventInput = ScheduleEvent['input'];

/** The body of a preview; recording adds the preview's revision. */
export type ChangeBody = Body<'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/preview'>;

export type ChangePreview = Answer<'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/preview'>;

export type EventDocument = ChangePreview['documents'][number];

export type Figures = ChangePreview['before'];
