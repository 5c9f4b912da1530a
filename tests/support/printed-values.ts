/** Dates and amounts as lenders print them. */
import { civilOf, type CalendarDate } from '../../domain/calendar.ts';
import type { Random } from '../simulation/random.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A random form of dates. */
export function dateFormat(random: Random): (date: CalendarDate) => string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return random.pick<(date: CalendarDate) => string>([
    (date) => date,
    (date) => `${two(civilOf(date).day)}/${two(civilOf(date).month)}/${civilOf(date).year}`,
    (date) => `${civilOf(date).day}/${civilOf(date).month}/${civilOf(date).year % 100}`,
    (date) => `${two(civilOf(date).day)}.${two(civilOf(date).month)}.${civilOf(date).year}`,
    (date) => `${civilOf(date).day} ${MONTHS[civilOf(date).month - 1]} ${civilOf(date).year}`,
    (date) =>
      `${two(civilOf(date).day)}-${MONTHS[civilOf(date).month - 1]?.slice(0, 3)}-${civilOf(date).year % 100}`,
    (date) =>
      `${two(civilOf(date).day)}${MONTHS[civilOf(date).month - 1]?.slice(0, 3).toUpperCase()}${civilOf(date).year}`,
    (date) => `${MONTHS[civilOf(date).month - 1]} ${civilOf(date).day}, ${civilOf(date).year}`,
  ]);
}

/** A random form of amounts, from cents. */
export function amountFormat(random: Random): (cents: number) => string {
  const hasCommas = random.chance(0.85);
  const sign = random.pick(['', '', '$']);
  const zero = random.chance(0.2) ? '-' : undefined;
  return (cents) => {
    if (cents === 0 && zero !== undefined) return zero;
    const text = (cents / 100).toFixed(2);
    return sign + (hasCommas ? text.replaceAll(/\B(?=(?:\d{3})+\.)/g, ',') : text);
  };
}
