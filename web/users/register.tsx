import { Button } from '@primer/react';
import { useRef, useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { MAX_TEXT_LENGTH } from '../../domain/text.ts';
import { call } from '../api.ts';
import { fieldMessages } from '../problem.ts';
import { beginSession } from '../session.ts';
import { Field, focusFirstError, type ControlProps } from '../ui/field.tsx';
import { toast } from '../ui/toasts.tsx';
import { takeSignupData } from '../xero/signup-data.ts';
import { AuthPage } from './auth-page.tsx';
import { keepAttribution } from './lead-attribution.ts';
import { PasswordInput } from './password-input.tsx';
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
  const [invite] = useState(storedInvite);
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

  const register = async (event: FormEvent): Promise<void> => {
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
      setErrors(fieldMessages(error));
      setForm({ ...form, password: '', confirmation: '' });
      setBusy(false);
      passwordElement.current?.focus();
    }
  };

  const field = (
    name: keyof RegistrationForm,
    label: string,
    input: (control: ControlProps) => React.ReactNode,
  ) => (
    <Field label={label} error={errors[name]}>
      {input}
    </Field>
  );
  const set = (name: keyof RegistrationForm) => (value: string) => {
    setForm((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _, ...others }) => others);
  };
  const text =
    (name: keyof RegistrationForm, autoComplete: string, options: React.ComponentProps<'input'> = {}) =>
    (control: ControlProps) => (
      <input
        {...control}
        {...options}
        className="input"
        autoComplete={autoComplete}
        maxLength={MAX_TEXT_LENGTH}
        value={form[name]}
        onChange={({ currentTarget }) => set(name)(currentTarget.value)}
      />
    );

  return (
    <div className="auth-wide">
      <AuthPage
        title="Create your account"
        lead={invite && `To join ${invite.tenantName}`}
        footer={
          <>
            Have an account already? <Link href="/login">Sign in</Link>
          </>
        }
      >
        <form ref={formElement} className="auth-form" noValidate onSubmit={(event) => void register(event)}>
          <div className="form-row">
            {field('givenName', 'First name', text('givenName', 'given-name', { autoFocus: true }))}
            {field('surname', 'Last name', text('surname', 'family-name'))}
          </div>
          {field(
            'tenantName',
            'Organisation name',
            text('tenantName', 'organization', { disabled: invite !== null }),
          )}
          {field('email', 'Email', text('email', 'username', { type: 'email', readOnly: invite !== null }))}
          <Field
            label="Password"
            error={errors.password}
            hint="At least 8 characters with lowercase, uppercase, a number and a special character."
          >
            {(control) => (
              <PasswordInput
                ref={passwordElement}
                control={control}
                kind="new-password"
                value={form.password}
                onChange={set('password')}
              />
            )}
          </Field>
          {field('confirmation', 'Confirm password', (control) => (
            <PasswordInput
              control={control}
              kind="new-password"
              value={form.confirmation}
              onChange={set('confirmation')}
            />
          ))}
          <Button type="submit" variant="primary" block disabled={!isFilled || isBusy} loading={isBusy}>
            Create account
          </Button>
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
        </form>
      </AuthPage>
    </div>
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
  toast.success(userTexts.registered);
  beginSession(tokens);
}
