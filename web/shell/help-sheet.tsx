import { Dialog } from '@primer/react';
import { Fragment } from 'react';
import './palette.css';

const KEYS: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [['Ctrl', 'K'], 'Go to an entity, a schedule, a page or an action (⌘ K on a Mac)'],
  [['/'], 'Search entities'],
  [['['], 'Collapse or expand the menu'],
  [['?'], 'Show this list'],
  [['Esc'], 'Close what is open'],
];

export function HelpSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" width="440px" onClose={onClose}>
      <dl className="keys">
        {KEYS.map(([keys, meaning]) => (
          <Fragment key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
