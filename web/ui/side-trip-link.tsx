import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { keepChanges } from './unsaved.ts';

interface SideTripLinkProps {
  readonly href: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link from a form to a page that it needs first: the form's draft is kept for the way back. */
export function SideTripLink(props: SideTripLinkProps) {
  return <Link {...props} onClick={keepChanges} />;
}
