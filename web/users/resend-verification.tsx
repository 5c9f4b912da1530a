import { Button } from '@primer/react';
import { useRef } from 'react';
import { call } from '../data/api.ts';
import { toast } from '../ui/toasts.tsx';
import { accountTexts } from './account-texts.ts';

/** A second click within this time is a double click. */
const DOUBLE_CLICK_MS = 1000;

export function ResendVerification() {
  const lastClick = useRef(-DOUBLE_CLICK_MS);
  const resend = async (): Promise<void> => {
    if (performance.now() - lastClick.current < DOUBLE_CLICK_MS) return;
    lastClick.current = performance.now();
    try {
      await call('GET /v1/users/verify/resend');
      toast.success(accountTexts.verificationSent);
    } catch (error) {
      toast.failure(error, accountTexts.verificationFailed);
    }
  };
  return (
    <Button size="small" onClick={() => void resend()}>
      Resend verification email
    </Button>
  );
}
