import { DownloadIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useState } from 'react';
import { downloadWhenReady } from '../data/download.ts';
import { saveBlob } from '../ui/save-blob.ts';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useParameters } from '../ui/use-parameters.ts';
import type { ReportQuery } from './report-query.ts';
import { reportTexts } from './texts.ts';

const FORMATS = [
  ['Excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', {}],
  ['PDF', 'application/pdf', {}],
] as const;
/** A pack of each entity. */
const ZIP = ['Zip by entity', 'application/zip', { format: 'zip' }] as const;

/** The report as files; for a long one the page shows its progress. */
export function ReportDownloads({ query }: { readonly query: ReportQuery }) {
  const [, set] = useParameters({ replace: true });
  const [chosen, setChosen] = useState('');
  const { isBusy, start } = useAction(
    async (name: string, mediaType: string, more: { format?: 'zip' }) => {
      setChosen(name);
      const answer = await downloadWhenReady(
        'GET /v1/reports/loans',
        { query: { ...query, ...more } },
        mediaType,
      );
      if ('blob' in answer) saveBlob(answer.name, answer.blob);
      else set({ report: answer.reportId });
    },
    (error) => toast.failure(error, reportTexts.download),
  );
  const formats = query.entityId === undefined ? [...FORMATS, ZIP] : FORMATS;
  return formats.map(([name, mediaType, more]) => (
    <Button
      key={name}
      leadingVisual={DownloadIcon}
      loading={isBusy && chosen === name}
      disabled={isBusy && chosen !== name}
      onClick={() => start(name, mediaType, more)}
    >
      {name}
    </Button>
  ));
}
