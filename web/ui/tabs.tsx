import { Link } from 'wouter';
import './tabs.css';

interface Tab {
  readonly label: string;
  readonly href: string;
  readonly isShown: boolean;
}

/** Links between the parts of one page. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.label} href={tab.href} className="tab" aria-current={tab.isShown ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
