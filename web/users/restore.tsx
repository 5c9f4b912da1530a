import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { type Answer, call, useApi } from '../data/api.ts';
import { fieldMessages } from '../data/problem.ts';
import { endSession } from '../data/session.ts';
import { KeptFactors } from './kept-factors.tsx';
import { MailedPage } from './mailed-page.tsx';
import { PasswordField } from './password-field.tsx';
import { SetPasswordForm } from './set-password-form.tsx';
import { linkTexts } from './link-texts.ts';

/** Undoes a change of the address and sets a new password; opened by the link in the mail about the change. */
export function Restore() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token');
  const read = useApi('GET /v1/users/email/restore', token === null ? null : { query: { token } });
  return (
    <MailedPage
      title="Get your account back"
      token={token}
      read={read}
      lead={() => linkTexts.restoreLead}
      failure={linkTexts.restoreFailed}
    >
      {(known, { factors }) => <RestoreForm token={known} factors={factors} />}
    </MailedPage>
  );
}

type RestorableFactor = Answer<'GET /v1/users/email/restore'>['factors'][number];

/** Factors younger than this may be those of the person who changed the address. */
const DOUBTED_MS = 30 * 86_400_000;

interface RestoreFormProps {
  readonly token: string;
  readonly factors: readonly RestorableFactor[];
}

function RestoreForm({ token, factors }: RestoreFormProps) {
  const [current, setCurrent] = useState('');
  const [currentError, setCurrentError] = useState<string | null>(null);
  const [kept, setKept] = useState<ReadonlySet<string>>(() => {
    const before = Date.now() - DOUBTED_MS;
    return new Set(factors.filter(({ createdAt }) => Date.parse(createdAt) < before).map(({ id }) => id));
  });
  const restore = async (password: string): Promise<void> => {
    try {
      const known = current === '' ? {} : { currentPassword: current };
      const body = { Password: password, keep: [...kept], ...known };
      await call('POST /v1/users/email/restore', { query: { token }, body });
    } catch (error) {
      // Only asked for once the new mailbox is proven.
      setCurrentError(fieldMessages(error)['currentPassword'] ?? null);
      throw error;
    }
    endSession();
  };
  return (
    <SetPasswordForm
      label="Restore my account"
      save={restore}
      success={linkTexts.restored}
      failure={linkTexts.restoreFailed}
    >
      {currentError !== null && (
        <PasswordField
          label="Present password"
          kind="current-password"
          error={currentError}
          value={current}
          onChange={setCurrent}
        />
      )}
      {factors.length > 0 && <KeptFactors factors={factors} kept={kept} onChange={setKept} />}
    </SetPasswordForm>
  );
}
