/** The tracking of an entity's documents: options of Xero's tracking categories. */
import { useLocation, useParams } from 'wouter';
import { useApi } from '../data/api.ts';
import { change } from '../data/change.ts';
import { paths, pathTo } from '../data/paths.ts';
import { HelpLink } from '../help/help-link.tsx';
import { entityCrumbs } from '../ui/crumbs.ts';
import { Flag } from '../ui/flag.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { useKeptDraft } from '../ui/kept-draft.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { xeroTexts } from './texts.ts';
import { hasTracking, type Tracking, TrackingSelects, useTracking } from './tracking-selects.tsx';

const LINES = [
  {
    value: 'profit-and-loss',
    label: 'Income and expense lines',
    hint: 'Interest, fees and other lines of income and expense.',
  },
  { value: 'all', label: 'Every line', hint: 'The liabilities too, for a balance sheet by division.' },
] as const;

export function TrackingPage() {
  const { entityId = '' } = useParams();
  const [, navigate] = useLocation();
  const leave = useLeave();
  const { data: entity, error } = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  const { data: tracking, error: trackingError } = useTracking(entityId, entity?.hasXeroLink === true);
  useLoadFailure(error ?? trackingError, xeroTexts.loadTracking);
  const page = pathTo(paths.entity, { entityId });
  return (
    <Page
      title="Tracking"
      documentTitle={entity && `Tracking of ${entity.name}`}
      above={entityCrumbs(entityId, entity)}
      subtitle={
        <>
          The division, or another option, that documents of this entity carry in Xero.{' '}
          <HelpLink page="tracking">About tracking</HelpLink>
        </>
      }
      width="form"
    >
      <div className="card">
        {tracking && (
          <TrackingForm
            entityId={entityId}
            tracking={tracking}
            onSaved={() => leave(() => navigate(page))}
            onCancel={() => navigate(page)}
          />
        )}
        {!tracking && entity?.hasXeroLink !== false && <TableSkeleton columns={1} rows={4} />}
        {entity?.hasXeroLink === false && (
          <p className="card-body card-text">Link this entity to Xero first.</p>
        )}
      </div>
    </Page>
  );
}

interface TrackingFormProps {
  readonly entityId: string;
  readonly tracking: Tracking;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

function TrackingForm({ entityId, tracking, onSaved, onCancel }: TrackingFormProps) {
  const { categories, revision } = tracking;
  const { draft, setDraft, hasChanges, notice } = useKeptDraft({
    tracking: tracking.tracking,
    lines: tracking.lines,
    isRequired: tracking.isRequired,
  });
  const { isBusy, errors, form } = useSubmit({
    send: async () => {
      await change('PUT /v1/entities/{entityId}/tracking', {
        params: { entityId },
        body: { ...draft, revision },
      });
      toast.success(xeroTexts.trackingSaved);
      onSaved();
    },
    onFailure: (error) => toast.failure(error, xeroTexts.saveTracking),
  });
  if (!hasTracking(tracking, [])) {
    return <p className="card-body card-text">This organisation has no tracking categories in Xero.</p>;
  }
  return (
    <form className="card-body" {...form}>
      {notice}
      <TrackingSelects
        categories={categories}
        value={draft.tracking}
        error={errors['tracking']}
        onChange={(chosen) => setDraft({ ...draft, tracking: chosen })}
      />
      <RadioField
        label="Lines"
        choices={LINES}
        value={draft.lines}
        onChange={(lines) => setDraft({ ...draft, lines })}
      />
      <Flag
        label="Required"
        hint="A loan without an option posts nothing."
        checked={draft.isRequired}
        disabled={false}
        onChange={(isRequired) => setDraft({ ...draft, isRequired })}
      />
      <FormActions submit="Save" disabled={!hasChanges} isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}
