import { Button } from '@primer/react';
import type { Sheet } from '../extraction/hidden.ts';
import { Notice } from '../ui/notice.tsx';
import { importTexts } from './texts.ts';

interface OtherSheetsNoticeProps {
  /** The sheets with rows that aren't read. */
  readonly sheets: readonly Sheet[];
  readonly onChoose: (sheet: Sheet) => void;
}

/** More sheets than these have no button. */
const MOST_BUTTONS = 3;

/** Names the sheets of a file that aren't read, hidden ones too; each can be read instead. */
export function OtherSheetsNotice({ sheets, onChoose }: OtherSheetsNoticeProps) {
  const readable = sheets.filter(({ isTooLarge }) => !isTooLarge);
  const tooLarge = sheets.filter(({ isTooLarge }) => isTooLarge);
  return (
    <>
      {readable.length > 0 && (
        <Notice
          tone="warning"
          action={readable.slice(0, MOST_BUTTONS).map((sheet) => (
            <Button key={sheet.name} size="small" onClick={() => onChoose(sheet)}>
              Read “{sheet.name}” instead
            </Button>
          ))}
        >
          {importTexts.otherSheets(readable)}
        </Notice>
      )}
      {tooLarge.length > 0 && <Notice tone="warning">{importTexts.largeSheets(tooLarge)}</Notice>}
    </>
  );
}
