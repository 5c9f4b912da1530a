import { TrashIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useState } from 'react';
import { call, store, useApi } from '../data/api.ts';
import { change } from '../data/change.ts';
import { showDate } from '../ui/dates.ts';
import { deferred } from '../ui/deferred.tsx';
import { isEqual } from '../ui/equality.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { formatDollars } from '../ui/money.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import type { LedgerCheck, ReconcilingItem } from './ledger-check.ts';
import { ledgerTexts } from './texts.ts';

const ITEMS = 'GET /v1/entities/{entityId}/ledgercheck/items';

const ItemDialog = deferred(async () => (await import('./item-dialog.tsx')).ItemDialog);

interface ReconcilingItemsProps {
  readonly entityId: string;
  readonly accounts: LedgerCheck['accounts'];
  readonly mayEdit: boolean;
}

/** Known differences that the check takes into account until a day. */
export function ReconcilingItems({ entityId, accounts, mayEdit }: ReconcilingItemsProps) {
  const params = { entityId };
  const { data } = useApi(ITEMS, { params });
  const [isAdding, setAdding] = useState(false);
  const items = data?.items ?? [];
  const choices = accounts.flatMap(({ accountId, name, code }) =>
    accountId === null ? [] : [{ value: accountId, label: code === '' ? name : `${name} (${code})` }],
  );
  /** Changes the items as they are stored by now: a call replaces all, and the page may show fewer. */
  const save = async (edit: (stored: readonly ReconcilingItem[]) => ReconcilingItem[]): Promise<void> => {
    const stored = await call(ITEMS, { params });
    const body = { items: edit(stored.items) };
    const saved = await change('PUT /v1/entities/{entityId}/ledgercheck/items', { params, body });
    await store(ITEMS, { params }, saved);
    toast.success(ledgerTexts.itemsSaved);
  };
  const removal = useAction(
    (removed: ReconcilingItem) => save((stored) => stored.filter((each) => !isEqual(each, removed))),
    (error) => toast.failure(error, ledgerTexts.items),
  );
  if (items.length === 0 && (!mayEdit || choices.length === 0)) return null;
  return (
    <section className="card card-body" aria-labelledby="items-title">
      <h2 className="card-title" id="items-title">
        Reconciling items
      </h2>
      <p className="check-note">{ledgerTexts.itemsText}</p>
      {items.length > 0 && (
        <ul className="check-list">
          {items.map((item) => (
            <li key={JSON.stringify(item)}>
              <span>
                {item.note}
                <span className="muted">
                  {' '}
                  {choices.find(({ value }) => value === item.accountId)?.label}
                  {item.until !== null && `, until ${showDate(item.until)}`}
                </span>
              </span>
              <span className="check-links">
                {formatDollars(Math.abs(item.amount))} {item.amount < 0 ? 'Cr' : 'Dr'}
                {mayEdit && (
                  <IconButton
                    icon={TrashIcon}
                    label={`Remove ${item.note}`}
                    onClick={() => removal.start(item)}
                  />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayEdit && choices.length > 0 && (
        <div>
          <Button onClick={() => setAdding(true)}>Add an item</Button>
        </div>
      )}
      {isAdding && (
        <ItemDialog
          choices={choices}
          onSave={(item) => save((stored) => [...stored, item])}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}
