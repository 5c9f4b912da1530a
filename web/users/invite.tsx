import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { paths } from '../data/paths.ts';
import { readSession } from '../data/stored-session.ts';
import { LoadingOverlay } from '../ui/spinner.tsx';
import { toast } from '../ui/toasts.tsx';
import { acceptInvite, readInvite, storeIfOpen } from './stored-invite.ts';
import { userTexts } from './texts.ts';

/** Accepts an invitation, or stores it until the user has logged in or signed up. One that was used says so at once. */
export function Invite() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const token = parameters.get('token');
  useEffect(() => {
    const go = (path: string): void => navigate(path, { replace: true });
    const invite = readInvite(token);
    if (!invite) {
      toast.error(userTexts.inviteInvalid);
      go(paths.home);
    } else if (readSession()) {
      void acceptInvite(invite.token).then(() => go(paths.home));
    } else {
      void storeIfOpen(invite.token).then((isOpen) =>
        go(isOpen && !invite.registered ? paths.register : paths.login),
      );
    }
  }, [token, navigate]);
  return <LoadingOverlay text="Please wait..." />;
}
