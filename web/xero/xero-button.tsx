import type { Answer } from '../data/api.ts';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { authoriseEntity } from './begin-authorisation.ts';
import './xero-button.css';

interface XeroButtonProps {
  readonly entity: Answer<'GET /v1/entities/{entityId}'>;
}

/** Connects an entity to Xero in the words and colours that Xero prescribes. */
export function XeroButton({ entity }: XeroButtonProps) {
  const { isBusy, start } = useAction(() => authoriseEntity(entity.id), toast.failure);
  return (
    <button type="button" className="xero-button" disabled={isBusy} aria-busy={isBusy} onClick={start}>
      Connect to Xero
    </button>
  );
}
