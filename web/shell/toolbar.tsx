import { QuestionIcon, ThreeBarsIcon } from '@primer/octicons-react';
import { Link } from 'wouter';
import { HELP_HOME } from '../help/help-path.ts';
import { Bell } from '../messages/bell.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { breadcrumbs } from '../ui/page.tsx';
import { SearchBox } from './search-box.tsx';
import { UserMenu } from './user-menu.tsx';
import './toolbar.css';

export function Toolbar({ onOpenMenu }: { readonly onOpenMenu: () => void }) {
  return (
    <header className="toolbar">
      <IconButton
        className="toolbar-menu"
        icon={ThreeBarsIcon}
        label="Open menu"
        hint="none"
        onClick={onOpenMenu}
      />
      <Breadcrumbs />
      <SearchBox />
      <a
        className="icon-button hint-below"
        href={HELP_HOME}
        target="_blank"
        rel="noreferrer"
        aria-label="Help"
        data-hint="Help"
      >
        <QuestionIcon />
      </a>
      <Bell />
      <UserMenu />
    </header>
  );
}

function Breadcrumbs() {
  const crumbs = breadcrumbs.use();
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        {crumbs.map(({ label, href }) => (
          <li key={`${href} ${label}`} aria-current={href === undefined ? 'page' : undefined}>
            {href === undefined ? label : <Link href={href}>{label}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
