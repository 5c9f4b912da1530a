/** The pages behind the mails about lost factors: start the wait, or cancel it. */
import { useParams } from 'wouter';
import { call } from '../data/api.ts';
import { showMoment } from '../ui/instants.ts';
import { MailedStep } from './mailed-step.tsx';
import { securityTexts } from './security-texts.ts';

export function LostFactors() {
  return useParams()['keep'] === undefined ? <StartReset /> : <CancelReset />;
}

function StartReset() {
  const start = async (token: string): Promise<string> => {
    const { dueAt } = await call('POST /v1/users/factors/reset/start', { query: { token } });
    return `Your second factors will be removed on ${showMoment(dueAt)}. We have emailed you a link to cancel that.`;
  };
  return (
    <MailedStep title="Remove your second factors" action="Start the 72 hours" run={start}>
      After 72 hours we remove your second factors and recovery codes and end all sessions. Logging in with a
      factor cancels that.
    </MailedStep>
  );
}

function CancelReset() {
  const cancel = async (token: string): Promise<string> => {
    await call('POST /v1/users/factors/reset/cancel', { query: { token } });
    return securityTexts.factorsKept;
  };
  return (
    <MailedStep title="Keep your second factors" action="Keep my second factors" run={cancel}>
      If you did not ask to remove them, another person knows your password. Please set a new one.
    </MailedStep>
  );
}
