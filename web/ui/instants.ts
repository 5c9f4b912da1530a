/** Formats instants (ISO 8601) in the reader's time zone. */
import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';

dayjs.extend(advancedFormat);

/** `Jan 15th, 2025` */
export const showDay = (instant: string): string => dayjs(instant).format('MMM Do, YYYY');

/** `Jan 15th, 2025, 9:05 am` */
export const showMoment = (instant: string): string => dayjs(instant).format('MMM Do, YYYY, h:mm a');
