import { useEffect, useRef } from 'react';
import { useMessages } from '../data/messages.ts';

const DESKTOP_NOTIFICATION_MS = 10_000;

/** Shows messages that arrive while the page is open as desktop notifications, if the user allowed them. */
export function useNewMessages(): void {
  const { data: messages } = useMessages();
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!messages) return;
    const before = known.current;
    known.current = new Set(messages.map(({ id }) => id));
    if (!before || !('Notification' in globalThis) || Notification.permission !== 'granted') return;
    for (const { id, subject, message, acknowledged } of messages) {
      if (!before.has(id) && !acknowledged) notify(id, subject, message);
    }
  }, [messages]);
}

function notify(id: string, subject: string, body: string): void {
  const notification = new Notification(subject, { body, tag: id, icon: '/favicon.svg' });
  notification.addEventListener('click', () => globalThis.focus());
  setTimeout(() => notification.close(), DESKTOP_NOTIFICATION_MS);
}
