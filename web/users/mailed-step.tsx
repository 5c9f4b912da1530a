import { Button } from '@primer/react';
import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { paths } from '../data/paths.ts';
import { messageOf } from '../data/problem.ts';
import { Notice } from '../ui/notice.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { AuthPage } from './auth-page.tsx';
import { securityTexts } from './security-texts.ts';

interface MailedStepProps {
  readonly title: string;
  readonly action: string;
  /** Returns the message of the success. */
  readonly run: (token: string) => Promise<string>;
  readonly children: ReactNode;
}

/** A step that a mailed link leads to. It waits for a click, since mail scanners open links. */
export function MailedStep({ title, action, run, children }: MailedStepProps) {
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
