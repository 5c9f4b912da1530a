import { useState } from 'react';
import { call } from '../data/api.ts';
import { usePreview } from '../data/use-preview.ts';
import { today } from '../ui/dates.ts';
import { Flag } from '../ui/flag.tsx';
import { formatDollars } from '../ui/money.tsx';
import { Bar } from '../ui/skeleton.tsx';
import { TextDialog } from '../ui/text-dialog.tsx';
import { toast } from '../ui/toasts.tsx';
import {
  type Accepted,
  acceptDocument,
  type LedgerEffect,
  ledgerEffectOf,
  saveItems,
} from './accept-document.ts';
import { documentTexts } from './document-texts.ts';
import './accept-dialog.css';

type AcceptDialogProps = Accepted & { readonly onClose: () => void };

/**
 * Asks why a document that was changed or deleted in Xero stays as it is, states what differs, and offers to explain
 * the difference to the ledger check.
 */
export function AcceptDialog({ onClose, ...accepted }: AcceptDialogProps) {
  const { params, document } = accepted;
  const [addsItems, setAddsItems] = useState(true);
  const effects = useLedgerEffect(params, document);
  const hasEffect = effects !== null && effects.length > 0;
  const accept = async (note: string): Promise<void> => {
    await acceptDocument(accepted, note);
    if (hasEffect && addsItems) await saveItems(params.entityId, effects, note);
    toast.success(documentTexts.acceptedNow);
  };
  return (
    <TextDialog
      title={`Accept ${document.subject} as it is in Xero?`}
      submit="Accept as is"
      label="Note"
      hint={documentTexts.acceptHint}
      disabled={effects === null}
      failure={documentTexts.failed}
      onSave={accept}
      onClose={onClose}
      above={
        <>
          {document.differences.length > 0 && <p className="card-text">{document.differences.join(' ')}</p>}
          {effects === null ? (
            <Bar width={20} />
          ) : (
            <p className="card-text">
              {hasEffect ? documentTexts.keepsApart(formatDollars(largest(effects))) : documentTexts.keeps}
            </p>
          )}
          {hasEffect && (
            <>
              <ul className="accepted-effects">
                {effects.map(({ accountId, name, amount }) => (
                  <li key={accountId}>
                    {name}: {formatDollars(Math.abs(amount))} {amount < 0 ? 'credit' : 'debit'}
                  </li>
                ))}
              </ul>
              <Flag
                label="Add reconciling items"
                hint={documentTexts.itemsHint(effects.length)}
                checked={addsItems}
                disabled={false}
                onChange={setAddsItems}
              />
            </>
          )}
        </>
      }
    />
  );
}

const largest = (effects: readonly LedgerEffect[]): number =>
  Math.max(...effects.map(({ amount }) => Math.abs(amount)));

/** The effect of the document's state on the liability accounts, read from Xero; null until known. */
function useLedgerEffect(
  { entityId }: Accepted['params'],
  document: Accepted['document'],
): readonly LedgerEffect[] | null {
  const { preview, error } = usePreview({ params: { entityId }, body: { date: today() } }, (input) =>
    call('POST /v1/entities/{entityId}/ledgercheck', input),
  );
  // Without an answer of Xero's the state can be accepted, and nothing is proposed.
  if (error) return [];
  return preview ? ledgerEffectOf(preview, document) : null;
}
