/** Keyboard shortcuts of every page: the palette, the search box, the list of keys. */
import { useLayoutEffect, useState } from 'react';
import { deferred } from '../ui/deferred.tsx';

const Palette = deferred(async () => (await import('./palette.tsx')).Palette);
const HelpSheet = deferred(async () => (await import('./help-sheet.tsx')).HelpSheet);

interface ShortcutsProps {
  readonly onCreateEntity: () => void;
  readonly onToggleMenu: () => void;
}

export function Shortcuts({ onCreateEntity, onToggleMenu }: ShortcutsProps) {
  const [shown, setShown] = useState<'palette' | 'help' | null>(null);
  // A layout effect, so the keys work as soon as the page shows.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setShown('palette');
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const act = { '/': focusSearch, '?': () => setShown('help'), '[': onToggleMenu }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
  return (
    <>
      {shown === 'palette' && (
        <Palette
          onClose={() => setShown(null)}
          onCreateEntity={onCreateEntity}
          onShowHelp={() => setShown('help')}
        />
      )}
      {shown === 'help' && <HelpSheet onClose={() => setShown(null)} />}
    </>
  );
}

function focusSearch(): void {
  document.querySelector<HTMLElement>('[data-shortcut="search"]')?.focus();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, dialog, [role="dialog"], [role="menu"]') !== null
  );
}
