import { BellIcon } from '@primer/octicons-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { badgeOf, useMessages } from './messages.ts';

const PANEL = 'message-panel';
const loadPanel = async () => ({ default: (await import('./message-panel.tsx')).MessagePanel });
const MessagePanel = lazy(loadPanel);

export function Bell() {
  const { data: messages = [] } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const badge = badgeOf(messages);
  return (
    <>
      <IconButton
        icon={BellIcon}
        label={labelOf(badge)}
        popoverTarget={PANEL}
        aria-expanded={isOpen}
        onPointerEnter={() => void loadPanel()}
      >
        {badge !== '' && <span className="bell-count">{badge}</span>}
      </IconButton>
      <div
        id={PANEL}
        popover="auto"
        className="panel message-panel"
        role="dialog"
        aria-label="Notifications"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && (
          <Suspense>
            <MessagePanel onClose={() => document.getElementById(PANEL)?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  );
}

function labelOf(badge: string): string {
  if (badge === '') return 'Notifications';
  return badge === '!' ? 'Notifications, action required' : `Notifications, ${badge} unread`;
}
