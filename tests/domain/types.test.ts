import { expectTypeOf, test } from 'vitest';
import { addDays, calendarDate } from '../../domain/calendar.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { cents, formatMoney, toCents, toDollars } from '../../domain/money.ts';
import type { Cents } from '../../domain/money.ts';
import { may } from '../../domain/roles.ts';
import { paymentsPerYear } from '../../domain/amortisation/frequency.ts';
import type { Terms } from '../../domain/amortisation/terms.ts';

/* The compiler checks these tests: an expected error that doesn't occur fails there. */

test('numbers are not assignable to cents', () => {
  expectTypeOf(cents).returns.toEqualTypeOf<Cents>();
  expectTypeOf(toDollars).returns.toEqualTypeOf<number>();
  expectTypeOf(formatMoney).parameter(0).toEqualTypeOf<Cents>();
  expectTypeOf<number>().not.toExtend<Cents>();
  expectTypeOf<Terms['loanAmount']>().toEqualTypeOf<Cents>();

  // @ts-expect-error dollars instead of cents
  formatMoney(toDollars(cents(5)));
  // @ts-expect-error a sum of cents is a number until it is checked
  formatMoney(cents(1) + cents(2));
  formatMoney(toCents(5));
});

test('a string is not assignable to a date', () => {
  expectTypeOf<string>().not.toExtend<CalendarDate>();
  expectTypeOf<CalendarDate>().toExtend<string>();
  expectTypeOf<Terms['startDate']>().toEqualTypeOf<CalendarDate>();

  // @ts-expect-error unparsed text instead of a date
  addDays('2025-01-15', 1);
  addDays(calendarDate('2025-01-15'), 1);
});

test('frequencies and actions are closed sets', () => {
  // @ts-expect-error an upper-case letter
  expectTypeOf(paymentsPerYear).toBeCallableWith('Monthly');
  // @ts-expect-error an undefined action
  expectTypeOf(may).toBeCallableWith('Owner', 'rule the world');
  expectTypeOf(paymentsPerYear).toBeCallableWith('monthly');
});
