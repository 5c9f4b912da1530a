import { useState } from 'react';
import type { Answer } from '../data/api.ts';
import { authoriseEntity } from './begin-authorisation.ts';
import './xero-button.css';

interface XeroButtonProps {
  readonly entity: Answer<'GET /v1/entities/{entityId}'>;
}

/** Connects an entity to Xero in the words and colours that Xero prescribes. */
export function XeroButton({ entity }: XeroButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    await authoriseEntity(entity.id);
    setBusy(false);
  };
  return (
    <button
      type="button"
      className="xero-button"
      disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => void run()}
    >
      Connect to Xero
    </button>
  );
}
