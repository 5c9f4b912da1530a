import type { ScheduleParams } from '../data/answers.ts';
import { paths, pathTo } from '../data/paths.ts';
import { Tabs } from '../ui/tabs.tsx';

interface ScheduleTabsProps {
  readonly params: ScheduleParams;
  readonly shown: 'Payments' | 'History';
}

/** Links between a schedule's payments and its history. */
export function ScheduleTabs({ params, shown }: ScheduleTabsProps) {
  const tabs = [
    { label: 'Payments', href: pathTo(paths.schedule, params) },
    { label: 'History', href: pathTo(paths.history, params) },
  ];
  return (
    <Tabs
      label="Parts of the schedule"
      tabs={tabs.map((tab) => ({ ...tab, isShown: tab.label === shown }))}
    />
  );
}
