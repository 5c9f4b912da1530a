import { Button } from '@primer/react';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { call } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import { fieldMessages } from '../data/problem.ts';
import { beginSession } from '../data/session.ts';
import { forgetReturnPath } from '../data/return-path.ts';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { takeSignupData } from '../data/signup-data.ts';
import { AuthPage } from './auth-page.tsx';
import { keepAttribution } from '../data/lead-attribution.ts';
import { PasswordField } from './password-field.tsx';
import { registrationErrors, type RegistrationForm } from './registration.ts';
import { deleteInvite, storedInvite } from './stored-invite.ts';
import { userTexts } from './texts.ts';

const EMPTY: RegistrationForm = {
  givenName: '',
  surname: '',
  tenantName: '',
  email: '',
  password: '',
  confirmation: '',
};

export function Register() {
  const { invite, isAddressFixed, mailedTo, draft, errors, set, isFilled, isBusy, form, passwordElement } =
    useRegistration();
  const text = (name: keyof RegistrationForm, label: string, autoComplete: string) => ({
    label,
    autoComplete,
    error: errors[name],
    value: draft[name],
    onChange: set(name),
  });
  if (mailedTo !== null) return <LinkMailed email={mailedTo} />;
  return (
    <div className="auth-wide">
      <AuthPage
        title="Create your account"
        lead={invite && `To join ${invite.tenantName}`}
        footer={
          <>
            Have an account already? <Link href={paths.login}>Log in</Link>
          </>
        }
      >
        <form className="auth-form" {...form}>
          <div className="form-row">
            <TextField {...text('givenName', 'First name', 'given-name')} autoFocus />
            <TextField {...text('surname', 'Last name', 'family-name')} />
          </div>
          <TextField
            {...text('tenantName', 'Organisation name', 'organization')}
            disabled={invite !== null}
          />
          <TextField {...text('email', 'Email', 'username')} type="email" readOnly={isAddressFixed} />
          <PasswordField
            ref={passwordElement}
            label="Password"
            kind="new-password"
            showsRule
            error={errors['password']}
            value={draft.password}
            onChange={set('password')}
          />
          <PasswordField
            label="Confirm password"
            kind="new-password"
            repeats={draft.password}
            error={errors['confirmation']}
            value={draft.confirmation}
            onChange={set('confirmation')}
          />
          <Button type="submit" variant="primary" block disabled={!isFilled || isBusy} loading={isBusy}>
            Create account
          </Button>
          <Policies />
        </form>
      </AuthPage>
    </div>
  );
}

/**
 * The state of the form. A failure clears the passwords and moves the focus to them. An invitation that is over is
 * forgotten, so that the user can register without it.
 */
function useRegistration() {
  const [invite, setInvite] = useState(storedInvite);
  const [link, setLink] = useMailedLink();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const [draft, setDraft] = useState<RegistrationForm>(() => ({
    ...EMPTY,
    ...takeSignupData(),
    ...(link && { email: link.email }),
    ...(invite && { email: invite.email, tenantName: invite.tenantName }),
  }));
  const passwordElement = useRef<HTMLInputElement>(null);
  const isFilled = [draft.givenName, draft.surname, draft.email, draft.password].every(
    (text) => text.trim() !== '',
  );
  const { isBusy, errors, clearError, form } = useSubmit({
    validate: () => registrationErrors(draft, invite !== null),
    send: async () => setMailedTo(await signUp(draft, { inviteToken: invite?.token, token: link?.token })),
    onFailure: (error) => {
      const refused = fieldMessages(error);
      const isInviteOver = refused['inviteToken'] !== undefined;
      if (refused['token'] !== undefined) setLink(null);
      if (isInviteOver || !Object.keys(refused).some((field) => field in EMPTY)) {
        toast.failure(error, userTexts.registerFailed);
      }
      if (isInviteOver) {
        deleteInvite();
        setInvite(null);
      }
      setDraft({ ...draft, password: '', confirmation: '', ...(isInviteOver && { tenantName: '' }) });
      passwordElement.current?.focus();
    },
  });
  const set = (name: keyof RegistrationForm) => (value: string) => {
    setDraft((before) => ({ ...before, [name]: value }));
    clearError(name);
  };
  const isAddressFixed = invite !== null || link !== null;
  return { invite, isAddressFixed, mailedTo, draft, errors, set, isFilled, isBusy, form, passwordElement };
}

interface MailedLink {
  readonly email: string;
  readonly token: string;
}

/** The link by which the page was opened; null without one, and once the service has refused it. */
function useMailedLink(): [MailedLink | null, (link: null) => void] {
  const [parameters] = useSearchParams();
  return useState(() => {
    const [email, token] = [parameters.get('email'), parameters.get('token')];
    return email !== null && token !== null ? { email, token } : null;
  });
}

function LinkMailed({ email }: { readonly email: string }) {
  return (
    <AuthPage title="Create your account" footer={<Link href={paths.login}>Back to log in</Link>}>
      <div className="auth-form" role="status">
        <Notice tone="info">{userTexts.linkMailed(email)}</Notice>
      </div>
    </AuthPage>
  );
}

function Policies() {
  return (
    <p className="auth-small">
      By creating an account you agree to our{' '}
      <a href="/terms.html" target="_blank">
        terms
      </a>{' '}
      and{' '}
      <a href="/privacy.html" target="_blank">
        privacy policy
      </a>
      .
    </p>
  );
}

interface Proofs {
  readonly inviteToken: string | undefined;
  readonly token: string | undefined;
}

/**
 * Registers and signs in. With an invitation, the account joins the inviting organisation.
 * Returns the address to which a link was mailed instead, else null.
 */
async function signUp(form: RegistrationForm, { inviteToken, token }: Proofs): Promise<string | null> {
  const { confirmation: _, password, ...names } = form;
  const email = form.email.trim();
  const registered = await call('POST /v1/users', {
    body: {
      ...names,
      email,
      password,
      leadAttribution: keepAttribution(location.search),
      ...(inviteToken !== undefined && { inviteToken }),
      ...(token !== undefined && { token }),
    },
  });
  if ('mailedTo' in registered) return registered.mailedTo;
  deleteInvite();
  const answer = await call('POST /v1/users/authenticate', { body: { email, password } });
  toast.success(greeting(form, { inviteToken, token }));
  forgetReturnPath();
  if ('token' in answer) beginSession(answer);
  return null;
}

function greeting({ tenantName }: RegistrationForm, { inviteToken, token }: Proofs): string {
  if (inviteToken !== undefined) return `${userTexts.thanks} ${userTexts.joined(tenantName)}`;
  return token === undefined ? userTexts.registered : userTexts.thanks;
}
