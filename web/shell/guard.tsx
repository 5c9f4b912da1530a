import { useEffect, type ReactNode } from 'react';
import { Redirect, useLocation } from 'wouter';
import { paths } from '../data/paths.ts';
import { roleAtLeast } from '../../domain/roles.ts';
import type { Access } from './access.ts';
import { useSession } from '../data/session.ts';
import { showTheme } from '../theme/theme.ts';
import { useUser } from '../data/account.ts';
import { rememberReturnPath, takeReturnPath } from '../data/return-path.ts';
import { homeTexts } from './sent-home.tsx';
import { Shell } from './shell.tsx';

/**
 * Shows a page to users with access. Redirects to the login page without a session, away from it with one, and to the
 * home page without the role.
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
  if (user?.needsFactor) return <Redirect to={paths.security} replace />;
  if (user?.role === null) return <Redirect to={paths.organisations} replace />;
  if (access === 'Guest' || access === 'anyone' || access === 'signed out') return children;
  if (!user) return null;
  if (roleAtLeast(user.role, access)) return children;
  return <Redirect to={paths.home} replace state={{ sentHome: homeTexts.forbidden(user.role) }} />;
}

/** Redirects to the login page in the classic theme and remembers the wanted address. */
function Leave() {
  const [, navigate] = useLocation();
  useEffect(() => {
    rememberReturnPath();
    showTheme('classic');
    navigate(paths.login, { replace: true });
  }, [navigate]);
  return null;
}

/** Redirects from the login page to the remembered address. */
function Welcome() {
  const [, navigate] = useLocation();
  useEffect(() => navigate(takeReturnPath(), { replace: true }), [navigate]);
  return null;
}
