import { call, useApi } from '../data/api.ts';
import { FileUnderWay, pollInterval } from '../ui/file-under-way.tsx';
import { toast } from '../ui/toasts.tsx';
import { reportTexts } from './texts.ts';

const REPORT = 'GET /v1/reports/{reportId}';

/** A report that takes longer: how far it is, and then its file. */
export function ReportUnderWay({ reportId }: { readonly reportId: string }) {
  const params = { reportId };
  const { data, error } = useApi(REPORT, { params }, { refreshInterval: pollInterval });
  return (
    <FileUnderWay
      job={error && !data ? null : data}
      label="Report"
      texts={reportTexts}
      onDownload={() => void open(params)}
    />
  );
}

/** Opens the file. Its address works for a minute, so it is read when it is needed. */
async function open(params: { readonly reportId: string }): Promise<void> {
  try {
    const { url } = await call(REPORT, { params });
    if (url !== null) location.assign(url);
  } catch (error) {
    toast.failure(error, reportTexts.download);
  }
}
