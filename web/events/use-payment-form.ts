import { useState } from 'react';
import { fieldMessages } from '../data/problem.ts';
import { toast } from '../ui/toasts.tsx';
import type { ScheduleParams, SchedulePayment } from '../data/answers.ts';
import type { FormErrors } from '../ui/use-submit.ts';

export interface PaymentFormProps {
  readonly params: ScheduleParams;
  readonly payment: SchedulePayment;
  readonly onChanged: (payments: readonly SchedulePayment[]) => void;
  readonly onClose: () => void;
}

/** Sends a change of one payment, shows the answer in the table and closes the dialog. */
export function usePaymentForm({ onChanged, onClose }: PaymentFormProps, failure: string) {
  const [errors, setErrors] = useState<FormErrors>({});
  const send = async (work: () => Promise<SchedulePayment>, done: string): Promise<void> => {
    try {
      onChanged([await work()]);
      toast.success(done);
      onClose();
    } catch (error) {
      setErrors(fieldMessages(error));
      toast.failure(error, failure);
      throw error;
    }
  };
  return { errors, setErrors, send };
}
