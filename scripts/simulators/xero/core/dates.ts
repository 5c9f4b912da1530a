/** Formats an instant as in Xero's JSON. */
export function msDate(instant: number): string {
  return `/Date(${instant}+0000)/`;
}

/** Formats a calendar date as the instant of midnight UTC. */
export function msDay(date: string): string {
  return msDate(Date.parse(`${date}T00:00:00Z`));
}

/** Formats a calendar date as Xero's `DateString`. */
export function dateString(date: string): string {
  return `${date}T00:00:00`;
}

/** Formats an instant as `/connections` does, without a time zone. */
export function utcStamp(instant: number): string {
  return new Date(instant).toISOString().replace('Z', '0000');
}

const long = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' });

/** `2019-04-24` as `24 April 2019`, the format of reports. */
export const longDate = (date: string): string => long.format(Date.parse(`${date}T00:00:00Z`));

/** `2013-07-31` as `31-Jul-2013`, the format of messages. */
export function messageDate(date: string): string {
  const [, month = '', year = ''] = longDate(date).split(' ');
  return `${date.slice(8)}-${month.slice(0, 3)}-${year}`;
}

export function today(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** Parses a date that a client sent: `2025-02-15`, with or without a time, or `/Date(ms)/`. Null if it is none. */
export function calendarDate(sent: string): string | null {
  const ms = /^\/Date\((-?\d+)([+-]\d{4})?\)\/$/.exec(sent);
  if (ms) return today(Number(ms[1]));
  const [, date] = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+Z?)?$/.exec(sent) ?? [];
  if (date === undefined) return null;
  const instant = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(instant) || today(instant) !== date ? null : date;
}
