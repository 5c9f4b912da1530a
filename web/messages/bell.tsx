import { BellIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useClosedByBack } from '../ui/closed-by-back.ts';
import { deferred } from '../ui/deferred.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { badgeOf, useMessages } from '../data/messages.ts';

const PANEL = 'message-panel';
const MessagePanel = deferred(async () => (await import('./message-panel.tsx')).MessagePanel);

export function Bell() {
  const { data: messages = [] } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const badge = badgeOf(messages);
  const close = (): void => document.getElementById(PANEL)?.hidePopover();
  useClosedByBack(close);
  return (
    <>
      <IconButton
        icon={BellIcon}
        label={labelOf(badge)}
        popoverTarget={PANEL}
        aria-expanded={isOpen}
        onPointerEnter={MessagePanel.preload}
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
        {isOpen && <MessagePanel onClose={close} />}
      </div>
    </>
  );
}

function labelOf(badge: string): string {
  if (badge === '') return 'Notifications';
  return badge === '!' ? 'Notifications, action required' : `Notifications, ${badge} unread`;
}
