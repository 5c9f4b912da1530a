import { isCalendarDate } from '../../domain/calendar.ts';
import type { Answer } from '../data/api.ts';
import { DateField } from '../ui/date-field.tsx';
import { showDate } from '../ui/dates.ts';
import { SelectField } from '../ui/select-field.tsx';
import { useParameters } from '../ui/use-parameters.ts';
import { EntityField } from './entity-field.tsx';
import { yearEnds, type ReportQuery } from './report-query.ts';

interface ReportOptionsProps {
  readonly entities: Answer<'GET /v1/entities'>;
  readonly query: ReportQuery;
}

const ANOTHER = 'another';

/** The loans and the date of the report, both in the page's address. */
export function ReportOptions({ entities, query }: ReportOptionsProps) {
  const [parameters, set] = useParameters();
  const ends = yearEnds(entities.find(({ id }) => id === query.entityId)?.financialYearEnd);
  const isOther = parameters.has('other') || !ends.includes(query.date);
  return (
    <section className="card card-body form-row page-options" aria-label="Report options">
      <SelectField
        label="As at"
        choices={[
          ...ends.map((end) => ({ value: end, label: showDate(end) })),
          { value: ANOTHER, label: 'Another date…' },
        ]}
        value={isOther ? ANOTHER : query.date}
        onChange={(date) =>
          set(date === ANOTHER ? { other: 'true' } : { date, other: null, allCurrent: null })
        }
      />
      {isOther && (
        <DateField
          label="Date"
          value={query.date}
          onChange={(date) => {
            if (isCalendarDate(date)) set({ date, allCurrent: null });
          }}
        />
      )}
      <EntityField
        entities={entities}
        value={query.entityId ?? null}
        onChange={(entityId) => set({ entityId, date: null, allCurrent: null })}
      />
      <label className="report-check">
        <input
          type="checkbox"
          checked={query.includeArchived !== 'false'}
          onChange={({ currentTarget }) =>
            set({ includeArchived: currentTarget.checked ? null : 'false', allCurrent: null })
          }
        />
        Include archived
      </label>
    </section>
  );
}
