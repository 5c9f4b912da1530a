import { DownloadIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { call, useApi } from '../api.ts';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.tsx';
import { reportTexts } from './texts.ts';

/** The interval at which the progress of a report is read. */
const POLL_MS = 2000;

/** A report that takes longer: how far it is, and then its file. */
export function ReportUnderWay({ reportId }: { readonly reportId: string }) {
  const params = { reportId };
  const { data, error } = useApi(
    'GET /v1/reports/{reportId}',
    { params },
    { refreshInterval: (report) => (report?.status === 'done' || report?.status === 'failed' ? 0 : POLL_MS) },
  );
  if (error && !data) return <Notice tone="warning">{reportTexts.gone}</Notice>;
  if (data?.status === 'failed') return <Notice tone="error">{reportTexts.failed}</Notice>;
  if (data?.status === 'done') {
    return (
      <Notice
        tone="info"
        action={
          <Button leadingVisual={DownloadIcon} onClick={() => void open(params)}>
            Download
          </Button>
        }
      >
        {reportTexts.ready}
      </Notice>
    );
  }
  return (
    <Notice
      tone="info"
      action={
        <progress aria-label="Report" max={100} value={data?.progress ?? 0} className="report-progress" />
      }
    >
      {reportTexts.making}
    </Notice>
  );
}

/** Opens the file. Its address works for a minute, so it is read when it is needed. */
async function open(params: { readonly reportId: string }): Promise<void> {
  try {
    const { url } = await call('GET /v1/reports/{reportId}', { params });
    if (url !== null) location.assign(url);
  } catch (error) {
    toast.failure(error, reportTexts.download);
  }
}
