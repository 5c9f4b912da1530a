import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '../data/paths.ts';
import { messageOf } from '../data/problem.ts';
import { Notice } from '../ui/notice.tsx';
import { LoadingOverlay } from '../ui/spinner.tsx';
import { AuthPage } from './auth-page.tsx';
import { linkTexts } from './link-texts.ts';

interface MailedPageProps<Data> {
  readonly title: string;
  /** The token of the link; null for a link that lacks it. */
  readonly token: string | null;
  readonly read: { readonly data?: Data | undefined; readonly error?: unknown };
  readonly lead: (data: Data) => string;
  /** The message of a failed read without a better one. */
  readonly failure: string;
  readonly children: (token: string, data: Data) => ReactNode;
}

/** A page that a mailed link leads to, which reads the account of the link before it shows its form. */
export function MailedPage<Data>({ title, token, read, lead, failure, children }: MailedPageProps<Data>) {
  const { data, error } = read;
  const problem =
    token === null ? linkTexts.incomplete : error === undefined ? null : messageOf(error, failure);
  const isShown = problem === null && data !== undefined;
  return (
    <AuthPage
      title={title}
      lead={isShown && lead(data)}
      footer={<Link href={paths.login}>Back to log in</Link>}
    >
      {problem !== null && (
        <div className="auth-form">
          <Notice tone="error">{problem}</Notice>
        </div>
      )}
      {problem === null && data === undefined && <LoadingOverlay text="Reading your account…" />}
      {token !== null && isShown && children(token, data)}
    </AuthPage>
  );
}
