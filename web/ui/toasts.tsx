/** Short messages about successes and failures over the toolbar. */
import { AlertIcon, CheckCircleIcon, StopIcon, XIcon } from '@primer/octicons-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { isSessionOver, messageOf } from '../data/problem.ts';
import { IconButton } from './icon-button.tsx';
import { createStore } from '../data/store.ts';
import './toasts.css';

const TOAST_MS = 3000;
const ERROR_TOAST_MS = 4500;

type Tone = 'success' | 'warning' | 'error';

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

interface Toast {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly tone: Tone;
  readonly text: string;
  readonly action?: ToastAction | undefined;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Failures of one operation appear together with its successes. */
const TOGETHER_MS = 500;

/** A success ends the failures of earlier attempts. */
function show(tone: Tone, text: string, action?: ToastAction): void {
  const at = Date.now();
  const isOver = (other: Toast): boolean =>
    other.text === text || (tone === 'success' && other.tone === 'error' && at - other.at > TOGETHER_MS);
  lastId += 1;
  const others = toasts.read().filter((other) => !isOver(other));
  toasts.write([...others, { id: lastId, at, tone, text, action }].slice(-4));
}

export const toast = {
  success: (text: string, action?: ToastAction) => show('success', text, action),
  warning: (text: string) => show('warning', text),
  error: (text: string, action?: ToastAction) => show('error', text, action),
  /** Reports a failed call in the service's words, or in the fallback if it has none for users. */
  failure: (error: unknown, fallback?: string) => {
    if (!isSessionOver(error)) show('error', messageOf(error, fallback));
  },
};

/** Shown above dialogs. The region always exists, so screen readers announce its messages. */
export function Toasts() {
  const shown = toasts.use();
  const isUrgent = ({ tone }: Toast) => tone === 'error';
  return createPortal(
    <div className="toasts">
      <div role="alert" className="toasts-region">
        {shown.filter(isUrgent).map((entry) => (
          <ToastCard key={entry.id} entry={entry} />
        ))}
      </div>
      <div role="status" className="toasts-region">
        {shown
          .filter((entry) => !isUrgent(entry))
          .map((entry) => (
            <ToastCard key={entry.id} entry={entry} />
          ))}
      </div>
    </div>,
    document.body,
  );
}

const ICONS = { success: CheckCircleIcon, warning: AlertIcon, error: StopIcon };

function ToastCard({ entry: { id, tone, text, action } }: { readonly entry: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const Icon = ICONS[tone];
  const duration = tone === 'error' ? ERROR_TOAST_MS : TOAST_MS;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismiss(id), duration);
    return () => clearTimeout(timer);
  }, [id, isHeld, duration]);
  return (
    <div
      className={`toast toast-${tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className="toast-icon" />
      <p className="toast-text">{text}</p>
      {action && (
        <button
          type="button"
          className="link-button"
          onClick={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton icon={XIcon} label="Dismiss" size="small" onClick={() => dismiss(id)} />
    </div>
  );
}

function dismiss(id: number): void {
  toasts.write(toasts.read().filter((other) => other.id !== id));
}
