import { useMay } from '../data/account.ts';
import { paths, pathTo } from '../data/paths.ts';
import { Tabs } from '../ui/tabs.tsx';

interface EntityTabsProps {
  readonly entityId: string;
  /** Null for a page beside them. */
  readonly shown: 'Schedules' | 'Spreads' | 'History' | null;
}

/** Links between the parts of an entity. Admins and the Owner see its history too. */
export function EntityTabs({ entityId, shown }: EntityTabsProps) {
  const path = pathTo(paths.entity, { entityId });
  const tabs = [
    { label: 'Schedules', href: path },
    { label: 'Spreads', href: pathTo(paths.spreads, { entityId }) },
    ...(useMay('see the audit log') ? [{ label: 'History', href: `${path}?history=1` }] : []),
  ];
  return (
    <Tabs label="Parts of this page" tabs={tabs.map((tab) => ({ ...tab, isShown: tab.label === shown }))} />
  );
}
