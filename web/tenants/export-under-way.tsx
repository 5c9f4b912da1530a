import { call, useApi } from '../data/api.ts';
import { FileUnderWay, pollInterval } from '../ui/file-under-way.tsx';
import { toast } from '../ui/toasts.tsx';
import { tenantTexts } from './texts.ts';

const EXPORT = 'GET /v1/tenants/exports/{exportId}';
const TEXTS = {
  making: tenantTexts.exportMaking,
  ready: tenantTexts.exportReady,
  failed: tenantTexts.exportFailed,
  gone: tenantTexts.exportGone,
};

/** A large export: its progress, and then its file. */
export function ExportUnderWay({ exportId }: { readonly exportId: string }) {
  const params = { exportId };
  const { data, error } = useApi(EXPORT, { params }, { refreshInterval: pollInterval });
  return (
    <FileUnderWay
      job={error && !data ? null : data}
      label="Export"
      texts={TEXTS}
      onDownload={() => void open(params)}
    />
  );
}

/** Opens the file. Its address works for a minute, so it is read when it is needed. */
async function open(params: { readonly exportId: string }): Promise<void> {
  try {
    const { url } = await call(EXPORT, { params });
    if (url !== null) location.assign(url);
  } catch (error) {
    toast.failure(error, tenantTexts.export);
  }
}
