import { Dialog } from '@primer/react';
import { Fragment, useRef } from 'react';
import { useClosedByBack } from '../ui/closed-by-back.ts';
import './palette.css';

const KEYS: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [['Ctrl', 'K'], 'Go to an entity, a schedule, a page or an action (⌘ K on a Mac)'],
  [['/'], 'Search entities and schedules'],
  [['['], 'Collapse or expand the menu'],
  [['↑', '↓', 'Enter'], 'Move through the list and select'],
  [['Space'], 'On the handle of a payment row: pick up, move with the arrows, drop'],
  [['?'], 'Show this list'],
  [['Esc'], 'Close the dialog or menu'],
];

export function HelpSheet({ onClose }: { readonly onClose: () => void }) {
  const list = useRef<HTMLDListElement>(null);
  useClosedByBack(onClose);
  return (
    <Dialog title="Keyboard shortcuts" width="480px" initialFocusRef={list} onClose={onClose}>
      <dl className="keys" ref={list} tabIndex={-1}>
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
