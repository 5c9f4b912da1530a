import { Button } from '@primer/react';
import type { DateDoubt, DateOrder } from '../extraction/date-doubts.ts';
import { Notice } from '../ui/notice.tsx';
import { importTexts } from './texts.ts';

interface DateNoticeProps {
  readonly doubt: DateDoubt;
  readonly onChoose: (order: DateOrder) => void;
}

/** Asks once for the order of day and month in a file that shows both. */
export function DateNotice({ doubt, onChoose }: DateNoticeProps) {
  const isConverted = doubt.kind === 'converted';
  return (
    <Notice
      tone="warning"
      action={
        <>
          <Button size="small" onClick={() => onChoose('month-first')}>
            {isConverted ? 'Swap day and month' : 'Month first'}
          </Button>
          <Button size="small" onClick={() => onChoose('day-first')}>
            {isConverted ? 'Keep them' : 'Day first'}
          </Button>
        </>
      }
    >
      {importTexts.dates(doubt)}
    </Notice>
  );
}
