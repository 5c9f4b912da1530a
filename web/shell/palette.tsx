import { Dialog } from '@primer/react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '../data/api.ts';
import { HELP_PAGES } from '../help/contents.ts';
import { helpPath } from '../help/help-path.ts';
import { paths, pathTo } from '../data/paths.ts';
import { usePaletteActions } from '../schedules/palette-actions.ts';
import { useClosedByBack } from '../ui/closed-by-back.ts';
import { useMay } from '../data/account.ts';
import { useSearch } from './use-search.ts';
import './palette.css';

interface PaletteProps {
  readonly onClose: () => void;
  readonly onCreateEntity: () => void;
  readonly onShowHelp: () => void;
}

interface Entry {
  readonly key: string;
  readonly label: string;
  readonly kind: string;
  /** Text that finds the entry besides its label. */
  readonly also?: string;
  /** Lender and contract number, which find the entry too. */
  readonly detail?: string;
  readonly run: () => void;
}

const MOST_SHOWN = 12;

/** The command palette: entities, schedules, pages and actions. */
export function Palette({ onClose, onCreateEntity, onShowHelp }: PaletteProps) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useClosedByBack(onClose);
  const { entries, isSearching } = useEntries(text, { onCreateEntity, onShowHelp });
  const shown = matching(entries, text).slice(0, MOST_SHOWN);
  const choose = (entry: Entry | undefined): void => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((active + step + shown.length) % Math.max(shown.length, 1));
    else if (event.key === 'Enter') choose(shown[active]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" width="560px" align="top" initialFocusRef={input} onClose={onClose}>
      <input
        className="input"
        role="combobox"
        aria-label="Search entities, schedules and actions"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length > 0 ? `${id}-${active}` : undefined}
        placeholder="Search entities, schedules and actions"
        ref={input}
        autoComplete="off"
        value={text}
        onKeyDown={press}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setActive(0);
        }}
      />
      <ul className="palette" role="listbox" id={`${id}-list`} aria-label="Results">
        {shown.map((entry, index) => (
          <li
            key={entry.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="palette-entry"
            onPointerMove={() => setActive(index)}
            onClick={() => choose(entry)}
          >
            <span className="palette-label">
              {entry.label}
              {entry.detail && <span className="palette-detail"> {entry.detail}</span>}
            </span>
            <span className="palette-kind">{entry.kind}</span>
          </li>
        ))}
        {shown.length === 0 && (
          <li className="palette-none muted">{isSearching ? 'Searching…' : `Nothing matches “${text}”`}</li>
        )}
      </ul>
    </Dialog>
  );
}

function useEntries(
  text: string,
  { onCreateEntity, onShowHelp }: Omit<PaletteProps, 'onClose'>,
): { entries: readonly Entry[]; isSearching: boolean } {
  const [path, navigate] = useLocation();
  const mayEdit = useMay('edit entities');
  const mayManageUsers = useMay('manage users');
  const mayMigrate = useMay('migrate entities');
  const maySeeAudit = useMay('see the audit log');
  const mayBill = useMay('manage billing');
  const [, entityId = ''] = /^\/entity\/([^/]+)/.exec(path) ?? [];
  const { data: entities = [] } = useApi('GET /v1/entities', {});
  const { data: schedules = [] } = useApi(
    'GET /v1/entities/{entityId}/schedules',
    entityId === '' ? null : { params: { entityId } },
  );
  const actions = usePaletteActions(path);
  const { found, isSearching } = useSearch(text);
  const others = found.filter((result) => result.kind === 'schedule' && result.entityId !== entityId);
  const page = (label: string, href: string): Entry => ({
    key: href,
    label,
    kind: 'Page',
    run: () => navigate(href),
  });
  const entries = [
    ...actions.map(({ label, href }) => ({ ...page(label, href), key: `action ${href}`, kind: 'Action' })),
    ...schedules.map(({ id, description, lender, contractNumber }) => ({
      ...page(description, pathTo(paths.schedule, { entityId, scheduleId: id })),
      kind: entities.find(({ id: own }) => own === entityId)?.name ?? 'Schedule',
      detail: detailOf(lender, contractNumber),
    })),
    ...entities.map(({ id, name }) => ({
      ...page(name, pathTo(paths.entity, { entityId: id })),
      kind: 'Entity',
    })),
    ...others.map(({ entityId: within, scheduleId, name, entityName, lender, contractNumber }) => ({
      ...page(name, pathTo(paths.schedule, { entityId: within, scheduleId: scheduleId ?? '' })),
      kind: entityName,
      detail: detailOf(lender, contractNumber),
    })),
    ...(mayEdit ? [{ key: 'create', label: 'Create new entity', kind: 'Action', run: onCreateEntity }] : []),
    ...(mayEdit && entityId !== ''
      ? [{ ...page('Add schedule', pathTo(paths.newSchedule, { entityId })), kind: 'Action' }]
      : []),
    page('All entities', paths.home),
    page('Attention', paths.attention),
    ...(mayEdit ? [page('Import schedules', paths.import)] : []),
    page('Organisations', paths.organisations),
    ...(mayManageUsers ? [page('Users', paths.users)] : []),
    ...(maySeeAudit ? [page('Audit log', paths.audit)] : []),
    ...(mayMigrate ? [page('Migrate Entities', paths.migrate)] : []),
    page('Account details', paths.accountDetails),
    page('Change password', paths.changePassword),
    page('Security', paths.security),
    ...(mayBill ? [page('Billing & Subscription', paths.billing)] : []),
    ...HELP_PAGES.map(({ slug, title, summary }) => ({
      key: `help ${slug}`,
      label: title,
      kind: 'Help',
      also: `${summary} help`,
      run: () => void window.open(helpPath(slug), '_blank', 'noopener'),
    })),
    { key: 'help', label: 'Keyboard shortcuts', kind: 'Action', run: onShowHelp },
  ];
  return { entries, isSearching };
}

const detailOf = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(', ');

/** Returns the entries that contain every word; those that begin with the text come first. */
function matching(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ label, also = '', detail = '' }) =>
    words.every((word) => `${label} ${also} ${detail}`.toLowerCase().includes(word)),
  );
  const begins = ({ label }: Entry): number => (label.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return words.length === 0 ? found : found.toSorted((one, other) => begins(one) - begins(other));
}
