import { Button } from '@primer/react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import { fieldMessages } from '../data/problem.ts';
import { beginSession } from '../data/session.ts';
import { forgetReturnPath } from '../data/return-path.ts';
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
  const { invite, draft, errors, set, isFilled, isBusy, form, passwordElement } = useRegistration();
  const text = (name: keyof RegistrationForm, label: string, autoComplete: string) => ({
    label,
    autoComplete,
    error: errors[name],
    value: draft[name],
    onChange: set(name),
  });
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
          <TextField {...text('email', 'Email', 'username')} type="email" readOnly={invite !== null} />
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
  const [draft, setDraft] = useState<RegistrationForm>(() => ({
    ...EMPTY,
    ...takeSignupData(),
    ...(invite && { email: invite.email, tenantName: invite.tenantName }),
  }));
  const passwordElement = useRef<HTMLInputElement>(null);
  const isFilled = [draft.givenName, draft.surname, draft.email, draft.password].every(
    (text) => text.trim() !== '',
  );
  const { isBusy, errors, clearError, form } = useSubmit({
    validate: () => registrationErrors(draft, invite !== null),
    send: () => signUp(draft, invite?.token),
    onFailure: (error) => {
      const refused = fieldMessages(error);
      const isInviteOver = refused['inviteToken'] !== undefined;
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
  return { invite, draft, errors, set, isFilled, isBusy, form, passwordElement };
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

/** Registers and signs in. With an invitation, the account joins the inviting organisation. */
async function signUp(form: RegistrationForm, inviteToken: string | undefined): Promise<void> {
  const { confirmation: _, password, ...names } = form;
  const email = form.email.trim();
  await call('POST /v1/users', {
    body: {
      ...names,
      email,
      password,
      leadAttribution: keepAttribution(location.search),
      ...(inviteToken !== undefined && { inviteToken }),
    },
  });
  deleteInvite();
  const answer = await call('POST /v1/users/authenticate', { body: { email, password } });
  toast.success(
    inviteToken === undefined
      ? userTexts.registered
      : `Thank you for registering. ${userTexts.joined(form.tenantName)}`,
  );
  forgetReturnPath();
  if ('token' in answer) beginSession(answer);
}
