/** A bar at the window's bottom edge: what is selected in a table with its actions, or their progress. */
import { Button } from '@primer/react';
import type { ReactNode } from 'react';
import './selection-bar.css';

interface SelectionBarProps {
  readonly text: ReactNode;
  /** The actions on what is selected. */
  readonly children: ReactNode;
  readonly onClear: () => void;
}

export function SelectionBar({ text, children, onClear }: SelectionBarProps) {
  return (
    <div className="selection-bar" role="status">
      <span className="selection-text">{text}</span>
      {children}
      <Button size="small" variant="invisible" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

interface ProgressBarProps {
  readonly text: string;
  /** Null while nothing is known of it; absent while it stands still. */
  readonly progress?: { readonly done: number; readonly total: number } | null;
  /** Buttons that stop it or let it go on. */
  readonly children: ReactNode;
}

export function ProgressBar({ text, progress, children }: ProgressBarProps) {
  return (
    <div className="selection-bar" role="status">
      <span className="selection-text">{text}</span>
      {progress !== undefined && (
        <progress
          className="selection-progress"
          {...(progress && { value: progress.done, max: progress.total })}
          aria-label="Progress"
        />
      )}
      {children}
    </div>
  );
}
