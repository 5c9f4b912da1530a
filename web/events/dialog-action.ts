import type { SchedulePayment } from '../data/answers.ts';

/** An action on a payment that opens a dialog of its own. */
export interface DialogAction {
  readonly action: 'paid-late' | 'parts' | 'reverse';
  readonly payment: SchedulePayment;
}
