import { DownloadIcon, GraphIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { monthOf } from '../../domain/calendar.ts';
import { useApi } from '../data/api.ts';
import { downloadWhenReady } from '../data/download.ts';
import { today } from '../ui/dates.ts';
import { Empty } from '../ui/empty.tsx';
import { Field } from '../ui/field.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { saveBlob } from '../ui/save-blob.ts';
import { SelectField } from '../ui/select-field.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useParameters } from '../ui/use-parameters.ts';
import { EntityField } from './entity-field.tsx';
import { ForecastChart } from './forecast-chart.tsx';
import { ForecastTable, type Forecast } from './forecast-table.tsx';
import { reportTexts } from './texts.ts';
import './reports.css';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MONTHS = ['12', '24', '36', '60'] as const;
const GROUPS = [
  { value: 'month', label: 'Month' },
  { value: 'entity', label: 'Entity' },
  { value: 'lender', label: 'Lender' },
] as const;
type GroupBy = (typeof GROUPS)[number]['value'];

const MONTH_PATTERN = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Payments, fees and balloons of the months to come. */
export function ForecastPage() {
  const [parameters, set] = useParameters();
  const asked = parameters.get('from') ?? '';
  const from = MONTH_PATTERN.test(asked) ? asked : monthOf(today());
  const months = MONTHS.find((count) => count === parameters.get('months')) ?? '12';
  const groupBy = GROUPS.find(({ value }) => value === parameters.get('groupBy'))?.value ?? 'month';
  const { data: entities, error: unlisted } = useApi('GET /v1/entities', {});
  const entityId = parameters.get('entityId');
  const query = { from, months, groupBy, ...(entityId !== null && { entityId }) };
  const { data, error } = useApi('GET /v1/forecast', { query }, { keepPreviousData: true });
  // The chart shows months, whatever the table is grouped by.
  const { data: byMonth } = useApi(
    'GET /v1/forecast',
    { query: { ...query, groupBy: 'month' as const } },
    { keepPreviousData: true },
  );
  useLoadFailure(error ?? unlisted, reportTexts.forecast);
  return (
    <Page
      title="Forecast"
      above={[{ label: 'Reports' }]}
      subtitle="Payments, fees and balloons of all loans that are not archived"
      actions={<ExcelButton query={query} />}
    >
      <section className="card card-body form-row page-options" aria-label="Forecast options">
        <Field label="From">
          {(control) => (
            <input
              {...control}
              type="month"
              className="input"
              defaultValue={from}
              onChange={({ currentTarget: { value } }) => MONTH_PATTERN.test(value) && set({ from: value })}
            />
          )}
        </Field>
        <SelectField
          label="Months"
          choices={MONTHS.map((value) => ({ value, label: `${value} months` }))}
          value={months}
          onChange={(value) => set({ months: value })}
        />
        <SelectField
          label="Group by"
          choices={GROUPS}
          value={groupBy}
          onChange={(value) => set({ groupBy: value })}
        />
        <EntityField
          entities={entities ?? []}
          value={entityId}
          onChange={(value) => set({ entityId: value })}
        />
      </section>
      {data && 'rows' in data && byMonth && 'rows' in byMonth ? (
        <>
          {!isEmpty(data) && <ForecastChart rows={byMonth.rows} />}
          <div className="card">
            <Figures forecast={data} />
          </div>
        </>
      ) : (
        <CardSkeleton columns={7} rows={12} />
      )}
    </Page>
  );
}

const isEmpty = ({ totals }: Forecast): boolean => Object.values(totals).every((dollars) => dollars === 0);

function Figures({ forecast }: { readonly forecast: Forecast }) {
  if (isEmpty(forecast)) {
    return (
      <Empty icon={GraphIcon} title="No payments in these months">
        Choose other months, or add a schedule to see its payments here.
      </Empty>
    );
  }
  return <ForecastTable forecast={forecast} />;
}

interface ForecastQuery {
  readonly from: string;
  readonly months: string;
  readonly groupBy: GroupBy;
  readonly entityId?: string;
}

function ExcelButton({ query }: { readonly query: ForecastQuery }) {
  const { isBusy, start } = useAction(
    async () => {
      const answer = await downloadWhenReady('GET /v1/forecast', { query }, XLSX);
      saveBlob(answer.name, answer.blob);
    },
    (error) => toast.failure(error, reportTexts.download),
  );
  return (
    <Button leadingVisual={DownloadIcon} loading={isBusy} onClick={start}>
      Excel
    </Button>
  );
}
