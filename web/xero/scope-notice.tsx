import { useApi, type Answer } from '../data/api.ts';
import { Notice } from '../ui/notice.tsx';
import { ReconnectButton } from './reconnect-button.tsx';
import { xeroTexts } from './texts.ts';

interface ScopeNoticeProps {
  readonly entity: Answer<'GET /v1/entities/{entityId}'>;
}

/** Shown while auto sync waits for a permission that the consent lacks. */
export function ScopeNotice({ entity }: ScopeNoticeProps) {
  const { data = [] } = useApi('GET /v1/attention', entity.hasXeroLink ? {} : null);
  const isMissing = data.some(({ kind, entityId }) => kind === 'scope-missing' && entityId === entity.id);
  if (!isMissing) return null;
  return (
    <Notice tone="warning" action={<ReconnectButton entityId={entity.id} />}>
      {xeroTexts.scopeMissing}
    </Notice>
  );
}
