import { Button } from '@primer/react';
import { useRef, useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { call } from '../api.ts';
import { paths } from '../paths.ts';
import { fieldMessages } from '../problem.ts';
import { beginSession } from '../session.ts';
import { focusFirstError } from '../ui/field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { takeSignupData } from '../xero/signup-data.ts';
import { AuthPage } from './auth-page.tsx';
import { keepAttribution } from './lead-attribution.ts';
import { PasswordField } from './password-field.tsx';
import { registrationErrors, type RegistrationErrors, type RegistrationForm } from './registration.ts';
import { forgetInvite, storedInvite } from './stored-invite.ts';
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
  const { invite, form, errors, set, submit, isFilled, isBusy, formElement, passwordElement } =
    useRegistration();
  const text = (name: keyof RegistrationForm, label: string, autoComplete: string) => ({
    label,
    autoComplete,
    error: errors[name],
    value: form[name],
    onChange: set(name),
  });
  return (
    <div className="auth-wide">
      <AuthPage
        title="Create your account"
        lead={invite && `To join ${invite.tenantName}`}
        footer={
          <>
            Have an account already? <Link href={paths.login}>Sign in</Link>
          </>
        }
      >
        <form ref={formElement} className="auth-form" noValidate onSubmit={(event) => void submit(event)}>
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
            error={errors.password}
            value={form.password}
            onChange={set('password')}
          />
          <PasswordField
            label="Confirm password"
            kind="new-password"
            error={errors.confirmation}
            value={form.confirmation}
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
 * The form's state, and what becomes of it: a failure clears the passwords and goes back to them. An invitation
 * that has run out or was cancelled is let go, so that its person can still sign up for themselves.
 */
function useRegistration() {
  const [invite, setInvite] = useState(storedInvite);
  const [form, setForm] = useState<RegistrationForm>(() => ({
    ...EMPTY,
    ...takeSignupData(),
    ...(invite && { email: invite.email, tenantName: invite.tenantName }),
  }));
  const [errors, setErrors] = useState<RegistrationErrors>({});
  const [isBusy, setBusy] = useState(false);
  const formElement = useRef<HTMLFormElement>(null);
  const passwordElement = useRef<HTMLInputElement>(null);
  const isFilled = [form.givenName, form.surname, form.email, form.password].every(
    (text) => text.trim() !== '',
  );
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isFilled || isBusy) return;
    const found = registrationErrors(form, invite !== null);
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirstError(formElement.current);
    setBusy(true);
    try {
      await signUp(form, invite?.token);
    } catch (error) {
      toast.failure(error, userTexts.registerFailed);
      const messages = fieldMessages(error);
      const isInviteOver = messages['inviteToken'] !== undefined;
      if (isInviteOver) {
        forgetInvite();
        setInvite(null);
      }
      setErrors(messages);
      setForm({ ...form, password: '', confirmation: '', ...(isInviteOver && { tenantName: '' }) });
      setBusy(false);
      passwordElement.current?.focus();
    }
  };
  const set = (name: keyof RegistrationForm) => (value: string) => {
    setForm((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _, ...others }) => others);
  };
  return { invite, form, errors, set, submit, isFilled, isBusy, formElement, passwordElement };
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

/** Registers and signs in. With an invitation, the account joins the organisation that invites. */
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
  forgetInvite();
  const tokens = await call('POST /v1/users/authenticate', { body: { email, password } });
  toast.success(inviteToken === undefined ? userTexts.registered : userTexts.joined(form.tenantName));
  beginSession(tokens);
}
