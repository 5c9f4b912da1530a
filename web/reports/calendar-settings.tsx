import { Button } from '@primer/react';
import { useState } from 'react';
import { change } from '../data/change.ts';
import { useApi } from '../data/api.ts';
import { confirm } from '../ui/confirm.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toasts.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { EntityField } from './entity-field.tsx';
import { reportTexts } from './texts.ts';
import './reports.css';

/** The address by which calendar apps read the payments of the organisation. */
export function CalendarSettings() {
  const [url, setUrl] = useState<string | null>(null);
  const { data: link, error: unread } = useApi('GET /v1/calendar', {});
  const [chosen, setAmounts] = useState<boolean | null>(null);
  const amounts = chosen ?? link?.amounts ?? true;
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
  useLoadFailure(unread, reportTexts.loadCalendar);
  const isBusy = create.isBusy || end.isBusy;
  return (
    <Page title="Calendar" above={[{ label: 'Settings' }]} width="form">
      <section className="card card-body">
        <h2 className="card-title">Payments in your calendar</h2>
        <p className="card-text">{reportTexts.calendarIntro}</p>
        {link && url === null && (
          <p className="card-text">{link.isOn ? reportTexts.calendarOn : reportTexts.calendarOff}</p>
        )}
        <label className="report-check">
          <Switch checked={amounts} disabled={isBusy} onChange={setAmounts} />
          Show amounts
        </label>
        {url !== null && <Address url={url} />}
        <div className="form-actions">
          <Button variant="primary" loading={create.isBusy} onClick={create.submit}>
            {link?.isOn ? 'Replace the link' : 'Create a link'}
          </Button>
          {link?.isOn && (
            <Button disabled={isBusy} onClick={end.submit}>
              Turn off
            </Button>
          )}
        </div>
        <p className="card-text">
          A new link replaces your earlier one. The link ends when you leave the organisation.
        </p>
      </section>
    </Page>
  );
}

const CONTENTS = [
  { value: 'all', label: 'All payments' },
  { value: 'balloons,ends', label: 'Balloons and ends of loans' },
  { value: 'balloons', label: 'Balloons' },
  { value: 'ends', label: 'Ends of loans' },
] as const;

/** The address, narrowed to what a calendar is to show: calendars of one link may differ in it. */
function Address({ url }: { readonly url: string }) {
  const [entityId, setEntityId] = useState<string | null>(null);
  const [contents, setContents] = useState<(typeof CONTENTS)[number]['value']>('all');
  const { data: entities, error } = useApi('GET /v1/entities', {});
  useLoadFailure(error, reportTexts.loadCalendar);
  const address = new URL(url);
  if (entityId !== null) address.searchParams.set('entityId', entityId);
  if (contents !== 'all') address.searchParams.set('only', contents);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address.href);
      toast.success('Link copied');
    } catch {
      toast.error('The link could not be copied. Select it and copy it yourself.');
    }
  };
  return (
    <div>
      <div className="form-row">
        {entities && <EntityField entities={entities} value={entityId} onChange={setEntityId} />}
        <SelectField label="Shows" choices={CONTENTS} value={contents} onChange={setContents} />
      </div>
      <div className="calendar-link">
        <input
          className="input"
          readOnly
          aria-label="Calendar link"
          value={address.href}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button onClick={() => void copy()}>Copy</Button>
      </div>
      <p className="card-text">{reportTexts.calendarOnce}</p>
    </div>
  );
}
