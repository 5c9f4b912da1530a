import { call } from '../data/api.ts';
import { linkTexts } from './link-texts.ts';
import { MailedStep } from './mailed-step.tsx';

/** Starts a change of address; opened by the link mailed to the present one. */
export function ReleaseAddress() {
  const release = async (token: string): Promise<string> => {
    await call('POST /v1/users/email/release', { body: { token } });
    return linkTexts.released;
  };
  return (
    <MailedStep title="Change your email address" action="Change my email address" run={release}>
      {linkTexts.releaseLead}
    </MailedStep>
  );
}
