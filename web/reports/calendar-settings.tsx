import { Button } from '@primer/react';
import { useState } from 'react';
import { change } from '../data/change.ts';
import { confirm } from '../ui/confirm.tsx';
import { Page } from '../ui/page.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toasts.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { reportTexts } from './texts.ts';
import './reports.css';

/** The address by which calendar apps read the payments of the organisation. */
export function CalendarSettings() {
  const [url, setUrl] = useState<string | null>(null);
  const [amounts, setAmounts] = useState(true);
  const onFailure = (error: unknown): void => toast.failure(error, reportTexts.calendar);
  const create = useSubmit({
    send: async () => setUrl((await change('POST /v1/calendar', { body: { amounts } })).url),
    onFailure,
  });
  const end = useSubmit({
    ask: () =>
      confirm({
        title: 'Turn off the calendar link?',
        body: 'Calendars that use it stop updating.',
        action: 'Turn off',
      }),
    send: async () => {
      await change('DELETE /v1/calendar');
      setUrl(null);
      toast.success(reportTexts.calendarEnded);
    },
    onFailure,
  });
  const isBusy = create.isBusy || end.isBusy;
  return (
    <Page title="Calendar" above={[{ label: 'Settings' }]} width="form">
      <section className="card card-body">
        <h2 className="card-title">Payments in your calendar</h2>
        <p className="card-text">{reportTexts.calendarIntro}</p>
        <label className="report-check">
          <Switch checked={amounts} disabled={isBusy} onChange={setAmounts} />
          Show amounts
        </label>
        {url !== null && <Address url={url} />}
        <div className="form-actions">
          <Button variant="primary" loading={create.isBusy} onClick={create.submit}>
            {url === null ? 'Create a new link' : 'Replace the link'}
          </Button>
          <Button disabled={isBusy} onClick={end.submit}>
            Turn off
          </Button>
        </div>
        <p className="card-text">
          A new link replaces your earlier one. The link ends when you leave the organisation.
        </p>
      </section>
    </Page>
  );
}

function Address({ url }: { readonly url: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success('Link copied');
    } catch {
      toast.error('The link could not be copied. Select it and copy it yourself.');
    }
  };
  return (
    <div>
      <div className="calendar-link">
        <input
          className="input"
          readOnly
          aria-label="Calendar link"
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button onClick={() => void copy()}>Copy</Button>
      </div>
      <p className="card-text">{reportTexts.calendarOnce}</p>
    </div>
  );
}
