import type { HelpSlug } from './contents.ts';
import { helpPath } from './help-path.ts';

interface HelpLinkProps {
  readonly page: HelpSlug;
  /** The link's text; it names the page. */
  readonly children: string;
}

/** A link to a page of the knowledge base, in a tab of its own. */
export function HelpLink({ page, children }: HelpLinkProps) {
  return (
    <a href={helpPath(page)} className="help-link" target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
