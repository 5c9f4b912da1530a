import { useEffect, type ReactNode } from 'react';
import { Redirect, useLocation } from 'wouter';
import { roleAtLeast } from '../../domain/roles.ts';
import type { Access } from '../pages.tsx';
import { useSession } from '../session.ts';
import { showTheme } from '../theme/theme.ts';
import { useUser } from '../users/account.ts';
import { rememberReturnPath, takeReturnPath } from './return-path.ts';
import { deferredPage } from '../ui/deferred.tsx';

export const Shell = deferredPage(async () => (await import('./shell.tsx')).Shell);

/**
 * Lets a page be seen by those it is for: without a session to the login page, signed in away from it, and
 * home for whoever lacks the role.
 */
export function Guard({ access, children }: { readonly access: Access; readonly children: ReactNode }) {
  const session = useSession();
  if (access === 'anyone') return children;
  if (access === 'signed out') return session ? <Welcome /> : children;
  if (!session) return <Leave />;
  return (
    <Shell>
      <Permitted access={access}>{children}</Permitted>
    </Shell>
  );
}

function Permitted({ access, children }: { readonly access: Access; readonly children: ReactNode }) {
  const { data: user } = useUser();
  if (access === 'user') return children;
  if (user?.role === null) return <Redirect to="/organisations" replace />;
  if (access === 'Guest' || access === 'anyone' || access === 'signed out') return children;
  if (!user) return null;
  return roleAtLeast(user.role, access) ? children : <Redirect to="/" replace />;
}

/** To the login page, in the classic theme, remembering what was wanted. */
function Leave() {
  const [, navigate] = useLocation();
  useEffect(() => {
    rememberReturnPath();
    showTheme('classic');
    navigate('/login', { replace: true });
  }, [navigate]);
  return null;
}

/** From the login page to where somebody wanted to go. */
function Welcome() {
  const [, navigate] = useLocation();
  useEffect(() => navigate(takeReturnPath(), { replace: true }), [navigate]);
  return null;
}
