import { useEffect, useState } from 'react';
import { type Answer, useApi } from '../data/api.ts';
import { refreshAfter } from '../data/change.ts';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.tsx';
import '../ui/file-under-way.css';
import { confirmUndo } from './import-result.tsx';
import { forgetImport, lastImport } from './last-import.ts';
import { importTexts } from './texts.ts';

const READ = 'GET /v1/imports/{importId}';
const POLL_MS = 2000;
/** A job without progress for so long has ended: another one goes on where it ended. */
const STUCK_MS = 180_000;

interface LastImportProps {
  readonly isBusy: boolean;
  readonly onUndo: (importId: string) => void;
}

/** Offers to undo the import of the last 24 hours, also after leaving its page; shows the undo of a large one. */
export function LastImport({ isBusy, onUndo }: LastImportProps) {
  const last = lastImport();
  const { data } = useApi(READ, last && { params: { importId: last.importId } }, {
    refreshInterval: (read) => (read?.state === 'undoing' ? POLL_MS : 0),
  });
  const isUndone = data?.state === 'undone';
  const left = data?.left ?? 0;
  useEffect(() => {
    if (!isUndone) return;
    forgetImport();
    void refreshAfter('DELETE /v1/imports/{importId}');
    toast.success(left > 0 ? importTexts.undonePartly(left) : importTexts.undone);
  }, [isUndone, left]);
  if (!last || isUndone) return null;
  if (data?.state === 'undoing') {
    const repeat = (): void => onUndo(last.importId);
    return <Undoing key={left} count={last.count} left={left} isBusy={isBusy} onRepeat={repeat} />;
  }
  const ask = async (): Promise<void> => {
    if (await confirmUndo(last.count)) onUndo(last.importId);
  };
  return (
    <>
      <Refused data={data} />
      <Notice tone="info">
        {importTexts.created(last.count)} by your last import.{' '}
        <button type="button" className="link-button" disabled={isBusy} onClick={() => void ask()}>
          Undo import
        </button>
      </Notice>
    </>
  );
}

const Refused = ({ data }: { readonly data: Answer<typeof READ> | undefined }) =>
  data?.refusal ? <Notice tone="error">{data.refusal}</Notice> : null;

interface UndoingProps {
  readonly count: number;
  readonly left: number;
  readonly isBusy: boolean;
  readonly onRepeat: () => void;
}

/** Its key is what is left, so that each progress begins the wait anew. */
function Undoing({ count, left, isBusy, onRepeat }: UndoingProps) {
  const [isStuck, setStuck] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStuck(true), STUCK_MS);
    return () => clearTimeout(timer);
  }, []);
  const bar = <progress aria-label="Undo" max={count} value={count - left} className="file-progress" />;
  return (
    <Notice tone="info" action={bar}>
      {importTexts.undoing(left)}
      {isStuck && (
        <>
          {' '}
          <button type="button" className="link-button" disabled={isBusy} onClick={onRepeat}>
            Continue the undo
          </button>
        </>
      )}
    </Notice>
  );
}
