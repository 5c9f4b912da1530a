import { AlertIcon, InfoIcon, StopIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import './notice.css';

const ICONS = { info: InfoIcon, warning: AlertIcon, error: StopIcon };

interface NoticeProps {
  readonly tone: keyof typeof ICONS;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** A message about the page as a whole. */
export function Notice({ tone, children, action }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={`notice notice-${tone}`} role={tone === 'error' ? 'alert' : 'note'}>
      <Icon className="notice-icon" />
      <div className="notice-text">{children}</div>
      {action}
    </div>
  );
}
