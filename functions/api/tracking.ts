/** Tracking on the wire: the options that documents are assigned to. */
import * as z from 'zod';
import { TRACKED_LINES } from '../../domain/journal/tracking.ts';
import { opaque } from './wire.ts';

const Named = { id: z.string(), name: z.string(), isArchived: z.boolean() };

const OptionId = opaque('Please choose an option.', 100);

/** At most two options, of different categories: the handler says which are wrong. */
export const ChosenTracking = z
  .array(z.object({ categoryId: OptionId, optionId: OptionId }), 'Please choose the tracking.')
  .max(50, 'Please choose at most 2 options.');

/** A schedule's own choice; null follows the entity's. */
export const OwnTracking = z.array(z.object({ categoryId: z.string(), optionId: z.string() })).nullable();

/** The options of a line, with their names. */
export const LineTracking = z.array(
  z.object({
    categoryId: z.string(),
    optionId: z.string(),
    category: z.string(),
    option: z.string(),
  }),
);

export const TrackedLines = z.enum(TRACKED_LINES, `Please choose from ${TRACKED_LINES.join(', ')}.`);

export const EntityTracking = z.object({
  categories: z.array(z.object({ ...Named, options: z.array(z.object(Named)) })),
  tracking: z.array(z.object({ categoryId: z.string(), optionId: z.string() })),
  lines: z.enum(TRACKED_LINES),
  isRequired: z.boolean(),
  /** Another one as soon as the choice has changed. */
  revision: z.string(),
});
