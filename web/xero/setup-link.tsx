import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths, pathTo } from '../data/paths.ts';

interface SetupLinkProps {
  readonly page: 'accountSettings' | 'openingJournal';
  readonly params: { readonly entityId: string; readonly scheduleId: string };
  readonly children: ReactNode;
}

/** A link to a page of its own for a part of the setup, which leads back to the setup. */
export function SetupLink({ page, params, children }: SetupLinkProps) {
  return <Link href={`${pathTo(paths[page], params)}?setup=1`}>{children}</Link>;
}
