import { useHistoryState } from 'wouter/use-browser-location';
import { Notice } from '../ui/notice.tsx';

/** Why a user was sent to the home page. */
export const homeTexts = {
  unknown: 'There is no page at that address. These are all entities.',
  forbidden: (role: string) =>
    `Your role here is ${role}, which doesn’t include that page. These are all entities.`,
} as const;

/** Says why the home page is shown in place of the wanted one. */
export function SentHome() {
  const { sentHome } = useHistoryState<{ readonly sentHome?: string } | null>() ?? {};
  if (sentHome === undefined) return null;
  return (
    <div className="offline-notice">
      <Notice tone="info">{sentHome}</Notice>
    </div>
  );
}
