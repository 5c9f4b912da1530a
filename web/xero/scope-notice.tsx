import { Button } from '@primer/react';
import { useApi, type Answer } from '../data/api.ts';
import { useMay } from '../data/account.ts';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { authoriseEntity } from './begin-authorisation.ts';
import { xeroTexts } from './texts.ts';

interface ScopeNoticeProps {
  readonly entity: Answer<'GET /v1/entities/{entityId}'>;
}

/** Shown while auto sync waits for a permission that the consent lacks. */
export function ScopeNotice({ entity }: ScopeNoticeProps) {
  const { data = [] } = useApi('GET /v1/attention', entity.hasXeroLink ? {} : null);
  const mayConnect = useMay('edit entities');
  const { isBusy, start } = useAction(() => authoriseEntity(entity.id), toast.failure);
  const isMissing = data.some(({ kind, entityId }) => kind === 'scope-missing' && entityId === entity.id);
  if (!isMissing) return null;
  const action = mayConnect && (
    <Button loading={isBusy} onClick={start}>
      Reconnect to Xero
    </Button>
  );
  return (
    <Notice tone="warning" action={action}>
      {xeroTexts.scopeMissing}
    </Notice>
  );
}
