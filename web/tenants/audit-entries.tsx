import { HistoryIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Empty } from '../ui/empty.tsx';
import { showMoment } from '../ui/instants.ts';
import { Notice } from '../ui/notice.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { messageOf } from '../data/problem.ts';
import { type AuditEntry, type AuditFilter, DELETED_USER, readAudit } from './audit.ts';
import { sentenceOf, shownFactsOf } from './audit-sentences.ts';
import { tenantTexts } from './texts.ts';
import './audit-log.css';

const COLUMNS: readonly Column[] = [
  { label: 'Time' },
  { label: 'User' },
  { label: 'Action' },
  { label: 'Details' },
  { label: 'Network' },
];

/** The entries that match a filter, a page at a time. */
export function AuditEntries({ filter }: { readonly filter: AuditFilter }) {
  const [entries, setEntries] = useState<readonly AuditEntry[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | { readonly failure: string }>('loading');
  const load = async (cursor: string | null): Promise<void> => {
    setState('loading');
    try {
      let page = await readAudit(filter, cursor);
      // A call reads a limited number of entries, of which none may match.
      while (page.entries.length === 0 && page.next !== null) page = await readAudit(filter, page.next);
      setEntries((before) => [...before, ...page.entries]);
      setNext(page.next);
      setState('ready');
    } catch (error) {
      setState({ failure: messageOf(error, tenantTexts.audit) });
    }
  };
  // oxlint-disable-next-line react/exhaustive-deps -- another filter is another component
  useEffect(() => void load(null), []);
  if (typeof state === 'object') return <Notice tone="error">{state.failure}</Notice>;
  const isEmpty = state === 'ready' && entries.length === 0 && next === null;
  return (
    <div className="card">
      {isEmpty && <Empty icon={HistoryIcon} title="No entries match these filters" />}
      {entries.length > 0 && <EntryTable entries={entries} isOwn={filter.scheduleId !== undefined} />}
      {state === 'loading' && <TableSkeleton columns={5} rows={4} />}
      {state === 'ready' && next !== null && (
        <div className="audit-more">
          <Button onClick={() => void load(next)}>Show earlier entries</Button>
        </div>
      )}
    </div>
  );
}

interface EntryTableProps {
  readonly entries: readonly AuditEntry[];
  /** Whether they are the history of one schedule. */
  readonly isOwn: boolean;
}

function EntryTable({ entries, isOwn }: EntryTableProps) {
  return (
    <Table label="Audit entries" columns={COLUMNS} className="table-stack">
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className="date" data-label="Time">
              {showMoment(entry.at)}
            </td>
            <td className="name" data-label="User">
              {entry.name ?? DELETED_USER}
            </td>
            <td data-label="Action">
              <Sentence entry={entry} isOwn={isOwn} />
            </td>
            <FactsCell facts={shownFactsOf(entry)} />
            <td data-label="Network">{entry.source ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Sentence({ entry, isOwn }: { readonly entry: AuditEntry; readonly isOwn: boolean }) {
  return sentenceOf(entry, { isOwn }).map(({ text, href }) =>
    href === undefined ? (
      <span key={text}>{text}</span>
    ) : (
      <Link key={text} href={href}>
        {text}
      </Link>
    ),
  );
}

function FactsCell({ facts }: { readonly facts: readonly string[] }) {
  if (facts.length === 0) return <td className="audit-no-facts" />;
  return (
    <td className="whole" data-label="Details">
      <ul className="audit-facts">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </td>
  );
}
