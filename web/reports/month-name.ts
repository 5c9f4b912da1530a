import { showDate } from '../ui/dates.ts';

/** `Jul 2026` of `2026-07`, as dates show it. */
export const monthName = (month: string): string => showDate(`${month}-01`).replace(/^\S+ /, '');
