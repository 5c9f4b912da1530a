import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import './tabs.css';

interface Tab {
  readonly label: string;
  readonly href: string;
  readonly isShown: boolean;
}

/** Links between the parts of one page; on phones in one row that scrolls. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const row = useRef<HTMLElement>(null);
  const shown = tabs.findIndex(({ isShown }) => isShown);
  useEffect(() => {
    const tab = row.current?.querySelectorAll<HTMLElement>('.tab')[shown];
    if (row.current && tab) {
      row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
    }
  }, [shown]);
  return (
    <nav className="tabs" aria-label={label} ref={row}>
      {tabs.map((tab) => (
        <Link key={tab.label} href={tab.href} className="tab" aria-current={tab.isShown ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
