import { BellIcon, TrashIcon, UndoIcon } from '@primer/octicons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { call, refresh } from '../data/api.ts';
import { messageOf } from '../data/problem.ts';
import { Empty } from '../ui/empty.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { showMoment } from '../ui/instants.ts';
import { toast } from '../ui/toasts.tsx';
import { ResendVerification } from '../users/resend-verification.tsx';
import { useMessages, type Message } from '../data/messages.ts';
import { messageTexts } from './texts.ts';
import './message-panel.css';

/**
 * The panel that the bell opens. Closing it marks all messages as read and deletes those thrown away; until then Undo
 * restores them.
 */
export function MessagePanel({ onClose }: { readonly onClose: () => void }) {
  const { data, error, mutate } = useMessages();
  const messages = data ?? [];
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());
  const closing = useRef(() => {});
  useEffect(() => {
    closing.current = () => {
      if (!data) return;
      const left = messages.filter(({ id }) => !deleted.has(id));
      void mutate(
        left.map((message) => ({ ...message, acknowledged: true })),
        { revalidate: false },
      );
      void settle(messages, deleted);
    };
  });
  useEffect(() => () => closing.current(), []);
  const toggle = (id: string): void => setDeleted((ids) => ids.symmetricDifference(new Set([id])));
  const shownCount = messages.filter(({ id }) => !deleted.has(id)).length;
  return (
    <>
      <div className="message-head">
        <h2>Notifications</h2>
        <DesktopPermission />
        {shownCount > 1 && (
          <button
            type="button"
            className="link-button"
            onClick={() => setDeleted(new Set(messages.map(({ id }) => id)))}
          >
            Clear all
          </button>
        )}
      </div>
      {error && <Notice tone="error">{messageOf(error, messageTexts.load)}</Notice>}
      {data?.length === 0 && !error && <Empty icon={BellIcon} title={messageTexts.none} />}
      <ul className="messages">
        {messages.map((message) => (
          <li key={message.id} className="message" data-unread={!message.acknowledged || undefined}>
            {deleted.has(message.id) ? (
              <Deleted onUndo={() => toggle(message.id)} />
            ) : (
              <Entry message={message} onDelete={() => toggle(message.id)} onFollow={onClose} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface EntryProps {
  readonly message: Message;
  readonly onDelete: () => void;
  readonly onFollow: () => void;
}

function Entry({ message, onDelete, onFollow }: EntryProps) {
  const { subject, link, created, actionRequired, code } = message;
  return (
    <>
      <div className="message-body">
        <h3>
          {actionRequired && <span className="message-action">Action required</span>}
          {link === null ? (
            subject
          ) : (
            <Link href={link} onClick={onFollow}>
              {subject}
            </Link>
          )}
        </h3>
        <p>{message.message}</p>
        <time dateTime={created}>{showMoment(created)}</time>
        {code === 'RESEND_VERIFICATION' && <ResendVerification />}
      </div>
      <IconButton
        icon={TrashIcon}
        label={`Delete “${subject}”`}
        hint="none"
        size="small"
        onClick={onDelete}
      />
    </>
  );
}

function Deleted({ onUndo }: { readonly onUndo: () => void }) {
  return (
    <>
      <p className="message-body muted">{messageTexts.deleted}</p>
      <button type="button" className="link-button" onClick={onUndo}>
        <UndoIcon /> Undo
      </button>
    </>
  );
}

/** Browsers ask for the permission only after a click. */
function DesktopPermission() {
  const [permission, setPermission] = useState(() => globalThis.Notification?.permission ?? 'denied');
  if (permission !== 'default') return null;
  return (
    <button
      type="button"
      className="link-button"
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      Turn on desktop notifications
    </button>
  );
}

async function settle(messages: readonly Message[], deleted: ReadonlySet<string>): Promise<void> {
  const gone = [...deleted];
  const read = messages
    .filter(({ id, acknowledged }) => !acknowledged && !deleted.has(id))
    .map(({ id }) => id);
  try {
    if (read.length > 0) await call('POST /v1/messages/Acknowledge', { body: { messages: read } });
    if (gone.length > 0) await call('DELETE /v1/messages', { body: { messages: gone } });
  } catch (error) {
    toast.failure(error, gone.length > 0 ? messageTexts.delete : undefined);
    await refresh('GET /v1/messages');
  }
}
