import type { ReactNode } from 'react';
import { HELP_HOME } from '../help/help-path.ts';
import { Logo } from '../ui/logo.tsx';
import { usePageTitle } from '../ui/page.tsx';
import './auth-page.css';

interface AuthPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the pages before sign-in. */
export function AuthPage({ title, lead, footer, children }: AuthPageProps) {
  usePageTitle(title);
  return (
    <main className="auth">
      <div className="auth-brand">
        <Logo size={32} />
        Paydown
      </div>
      <section className="auth-card card">
        <h1>{title}</h1>
        {lead && <p className="auth-lead">{lead}</p>}
        {children}
      </section>
      {footer && <div className="auth-footer">{footer}</div>}
      <div className="auth-footer">
        <a href={HELP_HOME}>How Paydown works</a>
      </div>
    </main>
  );
}
