import { Link } from 'wouter';
import { useApi } from '../data/api.ts';
import { paths, pathTo } from '../data/paths.ts';
import { Table } from '../ui/table.tsx';

/** Schedules of the whole organisation that hold the term, under the entities that do. */
export function FoundSchedules({ term }: { readonly term: string }) {
  const { data = [] } = useApi('GET /v1/search', { query: { query: term } }, { keepPreviousData: true });
  const schedules = data.filter(({ kind }) => kind === 'schedule');
  if (schedules.length === 0) return null;
  return (
    <div className="card found-schedules">
      <Table
        label="Schedules found"
        columns={[
          { label: 'Schedule' },
          { label: 'Entity' },
          { label: 'Lender' },
          { label: 'Contract number' },
        ]}
        className="table-stack"
      >
        <tbody>
          {schedules.map(({ entityId, scheduleId, name, entityName, lender, contractNumber }) => (
            <tr key={scheduleId} className="row-link">
              <td>
                <Link
                  href={pathTo(paths.schedule, { entityId, scheduleId: scheduleId ?? '' })}
                  className="row-link-name"
                >
                  {name}
                </Link>
              </td>
              <td data-label="Entity">{entityName}</td>
              <td data-label="Lender">{lender || '–'}</td>
              <td data-label="Contract number">{contractNumber || '–'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
