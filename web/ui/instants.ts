/** Formats instants (ISO 8601) in the reader's time zone. */
import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';

dayjs.extend(advancedFormat);

/** `15th Jan 2025` */
export const showDay = (instant: string): string => dayjs(instant).format('Do MMM YYYY');

/** `15th Jan 2025, 9:05 am` */
export const showMoment = (instant: string): string => dayjs(instant).format('Do MMM YYYY, h:mm a');
