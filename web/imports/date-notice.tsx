import type { DateDoubt, DateOrder } from '../extraction/date-doubts.ts';
import { DateOrderButtons } from '../reading/date-order-buttons.tsx';
import { Notice } from '../ui/notice.tsx';
import { importTexts } from './texts.ts';

interface DateNoticeProps {
  readonly doubt: DateDoubt;
  readonly onChoose: (order: DateOrder) => void;
}

/** Asks once for the order of day and month in a file that shows both. */
export function DateNotice({ doubt, onChoose }: DateNoticeProps) {
  return (
    <Notice
      tone="warning"
      action={
        <DateOrderButtons
          kind={doubt.kind}
          onAnswer={(isTurned) => onChoose(isTurned ? 'month-first' : 'day-first')}
        />
      }
    >
      {importTexts.dates(doubt)}
    </Notice>
  );
}
