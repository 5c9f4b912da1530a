/** Keys that work everywhere: the palette, the search box, the list of keys. */
import { lazy, Suspense, useEffect, useState } from 'react';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const HelpSheet = lazy(async () => ({ default: (await import('./help-sheet.tsx')).HelpSheet }));

interface ShortcutsProps {
  readonly onCreateEntity: () => void;
  readonly onToggleMenu: () => void;
}

export function Shortcuts({ onCreateEntity, onToggleMenu }: ShortcutsProps) {
  const [shown, setShown] = useState<'palette' | 'help' | null>(null);
  useEffect(() => {
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
    <Suspense>
      {shown === 'palette' && (
        <Palette
          onClose={() => setShown(null)}
          onCreateEntity={onCreateEntity}
          onShowHelp={() => setShown('help')}
        />
      )}
      {shown === 'help' && <HelpSheet onClose={() => setShown(null)} />}
    </Suspense>
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
