import { isCalendarDate } from '../../domain/calendar.ts';
import type { Answer } from '../data/api.ts';
import { showDate } from '../ui/dates.ts';
import { Field } from '../ui/field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { useParameters } from '../ui/use-parameters.ts';
import { yearEnds, type ReportQuery } from './report-query.ts';

interface ReportOptionsProps {
  readonly entities: Answer<'GET /v1/entities'>;
  readonly query: ReportQuery;
}

const ALL = 'all';
const ANOTHER = 'another';

/** The loans and the date of the report, both in the page's address. */
export function ReportOptions({ entities, query }: ReportOptionsProps) {
  const [parameters, set] = useParameters();
  const ends = yearEnds();
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
        <Field label="Date">
          {(control) => (
            <input
              {...control}
              key={query.date}
              type="date"
              className="input"
              defaultValue={query.date}
              onChange={({ currentTarget: { value } }) => {
                if (isCalendarDate(value)) set({ date: value, allCurrent: null });
              }}
            />
          )}
        </Field>
      )}
      <SelectField
        label="Entity"
        choices={[
          { value: ALL, label: 'All entities' },
          ...entities.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={query.entityId ?? ALL}
        onChange={(id) => set({ entityId: id === ALL ? null : id, allCurrent: null })}
      />
      <label className="report-check">
        <input
          type="checkbox"
          checked={query.includeArchived === 'true'}
          onChange={({ currentTarget }) =>
            set({ includeArchived: currentTarget.checked ? 'true' : null, allCurrent: null })
          }
        />
        Include archived
      </label>
    </section>
  );
}
