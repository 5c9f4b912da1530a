/** The pages behind the mails about lost factors: start the wait, or cancel it. */
import { Button } from '@primer/react';
import { useState, type ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { call } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import { messageOf } from '../data/problem.ts';
import { showMoment } from '../ui/instants.ts';
import { Notice } from '../ui/notice.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { AuthPage } from './auth-page.tsx';
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

interface MailedStepProps {
  readonly title: string;
  readonly action: string;
  /** Returns the message of the success. */
  readonly run: (token: string) => Promise<string>;
  readonly children: ReactNode;
}

/** A step that a mailed link leads to. It waits for a click, since mail scanners open links. */
function MailedStep({ title, action, run, children }: MailedStepProps) {
  const [parameters] = useSearchParams();
  const [outcome, setOutcome] = useState<{ readonly tone: 'info' | 'error'; readonly text: string }>();
  const { isBusy, submit } = useSubmit({
    send: async () => setOutcome({ tone: 'info', text: await run(parameters.get('token') ?? '') }),
    onFailure: (error) =>
      setOutcome({ tone: 'error', text: messageOf(error, securityTexts.resetLinkFailed) }),
  });
  return (
    <AuthPage title={title} footer={<Link href={paths.login}>Back to log in</Link>}>
      <div className="auth-form">
        <p className="auth-lead">{children}</p>
        <div role="status">{outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}</div>
        {outcome?.tone !== 'info' && (
          <Button variant="primary" block loading={isBusy} onClick={submit}>
            {action}
          </Button>
        )}
      </div>
    </AuthPage>
  );
}
