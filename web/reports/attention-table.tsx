import { BellSlashIcon, CheckCircleIcon } from '@primer/octicons-react';
import { Button, Label } from '@primer/react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { counted } from '../data/counted.ts';
import { daysBetween, isCalendarDate } from '../../domain/calendar.ts';
import { change } from '../data/change.ts';
import { useMay } from '../data/account.ts';
import { paths, pathTo } from '../data/paths.ts';
import { showDate, today } from '../ui/dates.ts';
import { deferred } from '../ui/deferred.tsx';
import { Empty } from '../ui/empty.tsx';
import { Menu } from '../ui/menu-button.tsx';
import { Money } from '../ui/money.tsx';
import { Pick } from '../ui/pick.tsx';
import { usePicking } from '../ui/picking.tsx';
import { SelectionBar } from '../ui/selection-bar.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { AttentionAction } from './attention-action.tsx';
import type { AttentionItem } from './attention-item.ts';
import { KIND_LABELS, reportTexts } from './texts.ts';

const BulkPosting = deferred(async () => (await import('../posting/bulk-posting.tsx')).BulkPosting);

interface AttentionTableProps {
  readonly items: readonly AttentionItem[];
  /** Whether only one kind is shown. */
  readonly isFiltered: boolean;
  /** How many issues are left out since they are snoozed. */
  readonly snoozed: number;
  /** Undefined for Guests, who can only look. */
  readonly onSnooze: ((items: readonly AttentionItem[]) => void) | undefined;
}

const COLUMNS: readonly Column[] = [
  { label: 'Issue' },
  { label: 'Entity or loan' },
  { label: 'Since' },
  { label: 'Amount', kind: 'number' },
];

const ACTIONS: readonly Column[] = [{ label: 'Action' }, { label: 'Snooze', kind: 'options' }];

export function AttentionTable({ items, isFiltered, snoozed, onSnooze }: AttentionTableProps) {
  const { picked, keep, isKept, isPicked, toggle, clear, heads } = usePicking(
    items,
    COLUMNS,
    'Select all issues',
  );
  return (
    <>
      {items.length === 0 ? (
        <Empty icon={CheckCircleIcon} title={isFiltered ? 'Nothing of this kind is open' : 'Nothing is open'}>
          {snoozed > 0 ? reportTexts.nothingSnoozed(snoozed) : reportTexts.nothingOpen}
        </Empty>
      ) : (
        <Table
          label="Work to do"
          columns={onSnooze ? [...heads, ...ACTIONS] : COLUMNS}
          className="table-stack attention-table"
        >
          <tbody>
            {items.map((item) => (
              <Row
                key={item.id}
                item={item}
                isPicked={isPicked(item.id)}
                onToggle={() => toggle(item.id)}
                onSnooze={onSnooze && (() => onSnooze([item]))}
              />
            ))}
          </tbody>
        </Table>
      )}
      {onSnooze && picked.length > 0 && (
        <SelectionBar text={`${counted(picked.length, 'issue')} selected`} onClear={clear}>
          <PickedWork picked={picked} isReviewing={isKept} onReview={keep} />
          <Button size="small" leadingVisual={BellSlashIcon} onClick={() => onSnooze(picked)}>
            Snooze
          </Button>
        </SelectionBar>
      )}
    </>
  );
}

interface PickedWorkProps {
  readonly picked: readonly AttentionItem[];
  readonly isReviewing: boolean;
  readonly onReview: (isReviewing: boolean) => void;
}

/** The most schedules of one review. */
const MOST_REVIEWED = 500;

/** The actions for the picked issues: posting of due payments, and the set-up of loans. */
function PickedWork({ picked, isReviewing, onReview }: PickedWorkProps) {
  const maySync = useMay('sync payments');
  const overdue = picked.flatMap(({ kind, scheduleId }) => (kind === 'overdue' ? (scheduleId ?? []) : []));
  const due = [...new Set(overdue)].slice(0, MOST_REVIEWED);
  const unready = picked.filter(({ kind }) => kind === 'setup-incomplete');
  if (!maySync) return null;
  return (
    <>
      {due.length > 0 && (
        <Button size="small" variant="primary" onClick={() => onReview(true)}>
          Review and post {due.length}
        </Button>
      )}
      <SetUp entities={unready} />
      {isReviewing && due.length > 0 && (
        <BulkPosting
          choice={{ scheduleIds: due }}
          entityNames={new Map(picked.map(({ entityId, entityName }) => [entityId ?? '', entityName]))}
          onClose={() => onReview(false)}
        />
      )}
    </>
  );
}

/** Leads to the set-up of an entity's loans, which has a page of its own; several entities are listed. */
function SetUp({ entities }: { readonly entities: readonly AttentionItem[] }) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const pages = entities.map(({ entityId, entityName }) => ({
    label: entityName,
    href: pathTo(paths.setUp, { entityId: entityId ?? '' }),
  }));
  const [first, ...others] = pages;
  if (first === undefined) return null;
  if (others.length === 0) {
    return (
      <Button as={Link} href={first.href} size="small">
        Set up {first.label}
      </Button>
    );
  }
  return (
    <>
      <Button
        ref={anchor}
        size="small"
        aria-haspopup="true"
        aria-expanded={isOpen}
        onPointerEnter={Menu.preload}
        onFocus={Menu.preload}
        onClick={() => setOpen(!isOpen)}
      >
        Set up {pages.length}
      </Button>
      {isOpen && <Menu items={pages} anchor={anchor} onClose={() => setOpen(false)} />}
    </>
  );
}

const URGENT: ReadonlySet<AttentionItem['kind']> = new Set([
  'unknown-documents',
  'out-of-balance',
  'document-missing',
  'document-changed',
  'auto-sync-failing',
  'tracking',
  'reconnect',
  'scope-missing',
]);

interface RowProps {
  readonly item: AttentionItem;
  readonly isPicked: boolean;
  readonly onToggle: () => void;
  readonly onSnooze: (() => void) | undefined;
}

function Row({ item, isPicked, onToggle, onSnooze }: RowProps) {
  const { kind, since, amount, text, snoozedUntil } = item;
  const issue = (
    <div className="attention-text">
      <Label variant={URGENT.has(kind) ? 'danger' : 'secondary'}>{KIND_LABELS[kind]}</Label>
      <span>{text}</span>
      {snoozedUntil !== null && <span className="cell-detail">Snoozed until {showDate(snoozedUntil)}</span>}
    </div>
  );
  return (
    <tr data-selected={isPicked || undefined}>
      <td>
        <Pick
          label={`Select ${KIND_LABELS[kind]}: ${item.description ?? item.entityName}`}
          checked={isPicked}
          onToggle={onToggle}
        >
          {issue}
        </Pick>
      </td>
      <td className="name whole" data-label="Entity or loan">
        <Subject item={item} />
      </td>
      <td className="date" data-label="Since">
        {showDate(since)}
        <span className="cell-detail">{ageOf(since)}</span>
      </td>
      <td className="number" data-label="Amount">
        {amount === undefined ? '–' : <Money dollars={amount} />}
      </td>
      {onSnooze && (
        <>
          <td data-label="Action" className="whole">
            <AttentionAction item={item} />
          </td>
          <td className="options">
            {snoozedUntil === null ? (
              <Button size="small" leadingVisual={BellSlashIcon} onClick={onSnooze}>
                Snooze
              </Button>
            ) : (
              <Button size="small" onClick={() => void wake(item)}>
                Show again
              </Button>
            )}
          </td>
        </>
      )}
    </tr>
  );
}

function Subject({ item: { entityId, entityName, scheduleId, description } }: { item: AttentionItem }) {
  if (entityId === null) return entityName;
  if (scheduleId === null) return <Link href={pathTo(paths.entity, { entityId })}>{entityName}</Link>;
  return (
    <>
      <Link href={pathTo(paths.schedule, { entityId, scheduleId })}>{description}</Link>
      <span className="cell-detail">{entityName}</span>
    </>
  );
}

function ageOf(since: string): string {
  const days = isCalendarDate(since) ? daysBetween(since, today()) : 0;
  if (days <= 0) return 'today';
  return counted(days, 'day');
}

async function wake({ id }: AttentionItem): Promise<void> {
  try {
    await change('PUT /v1/attention/{id}/snooze', { params: { id }, body: { until: null } });
  } catch (error) {
    toast.failure(error, reportTexts.snooze);
  }
}
