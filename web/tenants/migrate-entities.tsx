import { OrganizationIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useState } from 'react';
import { may } from '../../domain/roles.ts';
import { useApi, type Answer } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { Empty } from '../ui/empty.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useTenant } from '../data/account.ts';
import { tenantTexts } from './texts.ts';
import { deferred } from '../ui/deferred.tsx';
import { Table } from '../ui/table.tsx';

type Entity = Answer<'GET /v1/entities'>[number];

const MigrateDialog = deferred(async () => (await import('./migrate-dialog.tsx')).MigrateDialog);

export function MigrateEntities() {
  const { data: entities, error } = useApi('GET /v1/entities', {});
  const { data: tenants, error: tenantsError } = useApi('GET /v1/tenants', {});
  const current = useTenant();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isChoosing, setChoosing] = useState(false);
  useLoadFailure(error, entityTexts.list);
  useLoadFailure(tenantsError, tenantTexts.retrieve);
  const targets =
    tenants?.filter(({ id, role }) => id !== current?.id && may(role, 'migrate entities')) ?? [];
  const choose = (): void => {
    if (targets.length === 0) toast.warning(tenantTexts.noTargets);
    else setChoosing(true);
  };
  return (
    <Page
      title="Migrate Entities"
      above={[{ label: 'Organisations', href: paths.organisations }]}
      subtitle="Move entities, with their schedules, sync history and Xero link, to another of your organisations."
      actions={
        <Button variant="primary" disabled={ticked.size === 0 || !tenants} onClick={choose}>
          Migrate
        </Button>
      }
    >
      <div className="card">
        {entities ? (
          <EntityTicks entities={entities} ticked={ticked} onTick={setTicked} />
        ) : (
          <TableSkeleton columns={3} rows={4} />
        )}
      </div>
      {isChoosing && (
        <MigrateDialog
          entities={[...ticked]}
          targets={targets}
          onMigrated={() => setTicked(new Set())}
          onClose={() => setChoosing(false)}
        />
      )}
    </Page>
  );
}

interface EntityTicksProps {
  readonly entities: readonly Entity[];
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ticked: ReadonlySet<string>) => void;
}

function EntityTicks({ entities, ticked, onTick }: EntityTicksProps) {
  if (entities.length === 0) return <Empty icon={OrganizationIcon} title={entityTexts.none} />;
  const areAll = ticked.size === entities.length;
  const all = (
    <input
      type="checkbox"
      className="tick"
      aria-label="All entities"
      checked={areAll}
      onChange={() => onTick(new Set(areAll ? [] : entities.map(({ id }) => id)))}
    />
  );
  return (
    <Table
      label="Entities"
      columns={[
        { label: 'Entity name' },
        { label: 'Schedules', kind: 'number' },
        { label: all, kind: 'options' },
      ]}
    >
      <tbody>
        {entities.map(({ id, name, schedulesCount }) => (
          <tr key={id}>
            <td className="name">
              <label htmlFor={`tick-${id}`}>{name}</label>
            </td>
            <td className="number">{schedulesCount}</td>
            <td className="options">
              <input
                id={`tick-${id}`}
                type="checkbox"
                className="tick"
                checked={ticked.has(id)}
                onChange={() => onTick(ticked.symmetricDifference(new Set([id])))}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
