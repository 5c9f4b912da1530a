import { Button } from '@primer/react';
import { type Hidden, hiddenText } from '../extraction/hidden.ts';
import { Notice } from '../ui/notice.tsx';
import { importTexts } from './texts.ts';

interface HiddenNoticeProps {
  /** The hidden rows and columns of the table that was read. */
  readonly hidden: Hidden;
  readonly isLeftOut: boolean;
  readonly onChoose: (isLeftOut: boolean) => void;
}

/** Says which rows and columns the workbook hides; the rows can be left out. */
export function HiddenNotice({ hidden, isLeftOut, onChoose }: HiddenNoticeProps) {
  const text = hiddenText(hidden);
  if (text === '') return null;
  return (
    <Notice
      tone="warning"
      action={
        hidden.lines.length > 0 && (
          <Button size="small" onClick={() => onChoose(!isLeftOut)}>
            {isLeftOut ? 'Read hidden rows' : 'Leave out hidden rows'}
          </Button>
        )
      }
    >
      {importTexts.hidden(text, isLeftOut)}
    </Notice>
  );
}
