import { Button } from '@primer/react';
import type { DateDoubt } from '../extraction/date-doubts.ts';

interface DateOrderButtonsProps {
  readonly kind: DateDoubt['kind'];
  /** Called with whether day and month are read in the other order. */
  readonly onAnswer: (isTurned: boolean) => void;
}

/** The two answers about the order of day and month. */
export function DateOrderButtons({ kind, onAnswer }: DateOrderButtonsProps) {
  const isConverted = kind === 'converted';
  return (
    <>
      <Button size="small" onClick={() => onAnswer(true)}>
        {isConverted ? 'Swap day and month' : 'Month first'}
      </Button>
      <Button size="small" onClick={() => onAnswer(false)}>
        {isConverted ? 'Keep them' : 'Day first'}
      </Button>
    </>
  );
}
