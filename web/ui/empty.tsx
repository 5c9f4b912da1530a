import type { Icon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import './empty.css';

interface EmptyProps {
  readonly icon: Icon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** The placeholder of an empty list, with the action to take. */
export function Empty({ icon: Picture, title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <Picture size={24} className="empty-icon" />
      <h2 className="empty-title">{title}</h2>
      {children && <p className="empty-text">{children}</p>}
      {action}
    </div>
  );
}
