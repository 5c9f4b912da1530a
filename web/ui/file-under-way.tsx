import { DownloadIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { Notice } from './notice.tsx';
import './file-under-way.css';

interface FileUnderWayProps {
  /** Undefined until loaded; null if it no longer exists. */
  readonly job: { readonly status: string; readonly progress: number } | undefined | null;
  readonly label: string;
  readonly texts: {
    readonly making: string;
    readonly ready: string;
    readonly failed: string;
    readonly gone: string;
  };
  readonly onDownload: () => void;
}

/** The progress of a job that makes a file, and then the button that downloads it. */
export function FileUnderWay({ job, label, texts, onDownload }: FileUnderWayProps) {
  if (job === null) return <Notice tone="warning">{texts.gone}</Notice>;
  if (job?.status === 'failed') return <Notice tone="error">{texts.failed}</Notice>;
  const isDone = job?.status === 'done';
  const action = isDone ? (
    <Button leadingVisual={DownloadIcon} onClick={onDownload}>
      Download
    </Button>
  ) : (
    <progress aria-label={label} max={100} value={job?.progress ?? 0} className="file-progress" />
  );
  return (
    <Notice tone="info" action={action}>
      {isDone ? texts.ready : texts.making}
    </Notice>
  );
}

/** The interval at which the progress of a job is read, in milliseconds; 0 once it has ended. */
export const pollInterval = (job: { readonly status: string } | undefined): number =>
  job?.status === 'done' || job?.status === 'failed' ? 0 : 2000;
