/** Wire schemas of contract events as they are sent. A file of its own, since they take time at a function's start. */
import * as z from 'zod';
import type { ChangeKind } from '../../domain/event-kinds/kinds.ts';
import { DateText, TextOrNone } from './wire.ts';
import { NewSchedule } from './terms.ts';
import { EVENT_SCHEMAS } from './event.ts';

/** Sent beside the wire form of a kind. */
const recorded = { date: DateText, note: TextOrNone.default('') };
const refinanced = { ...recorded, newSchedule: NewSchedule };

type Schemas = typeof EVENT_SCHEMAS;
type Sent = {
  [Kind in ChangeKind]: z.ZodObject<
    Schemas[Kind]['shape'] & (Kind extends 'refinance' ? typeof refinanced : typeof recorded)
  >;
}[ChangeKind];

export const NewEvent = z.discriminatedUnion(
  'kind',
  Object.values<z.ZodObject>(EVENT_SCHEMAS).map((schema) =>
    schema.extend(schema === EVENT_SCHEMAS.refinance ? refinanced : recorded),
  ) as unknown as [Sent, ...Sent[]],
  'Please choose the kind of change.',
);

/** An event to record, with the revision of the preview that it was decided on. */
export const PreviewedEvent = NewEvent.and(
  z.object({ revision: z.string('Please preview the change first.').min(1) }),
);
