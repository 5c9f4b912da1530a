import { Button, Label } from '@primer/react';
import { useRef, useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { isEmail } from '../../domain/text.ts';
import { call, store, useApi } from '../api.ts';
import { fieldMessages } from '../problem.ts';
import { showTheme, THEMES, type Theme } from '../theme/theme.ts';
import { focusFirstError } from '../ui/field.tsx';
import { DraftIsBack, isDraftKept, useKeptDraft } from '../ui/kept-draft.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { forgetChanges } from '../ui/unsaved.ts';
import { useMay, usePlan, useUser, type User } from './account.ts';
import { PasswordField } from './password-field.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { userTexts } from './texts.ts';
import './account-details.css';

export function AccountDetails() {
  const { data: user } = useUser();
  const [isEditing, setEditing] = useState(isDraftKept);
  return (
    <Page
      title="Account details"
      above={[{ label: 'Settings' }]}
      width="form"
      actions={user && !isEditing && <Button onClick={() => setEditing(true)}>Edit</Button>}
    >
      {user && !user.isVerified && (
        <Notice tone="warning" action={<ResendVerification />}>
          {userTexts.notVerified}
        </Notice>
      )}
      <section className="card">
        {!user && <TableSkeleton columns={2} rows={4} />}
        {user &&
          (isEditing ? (
            <EditDetails user={user} onDone={() => setEditing(false)} />
          ) : (
            <Details user={user} />
          ))}
      </section>
      <ThemeChoice />
    </Page>
  );
}

function Details({ user }: { readonly user: User }) {
  const plan = usePlan();
  const mayBill = useMay('manage billing');
  return (
    <dl className="details">
      <dt>Name</dt>
      <dd>{user.fullname}</dd>
      <dt>Email</dt>
      <dd>
        {user.email}{' '}
        {user.isVerified ? (
          <Label variant="success">Verified</Label>
        ) : (
          <Label variant="attention">Not verified</Label>
        )}
      </dd>
      <dt>Plan</dt>
      <dd>
        {plan && `${plan.name} (${plan.maxConnections} connections)`}{' '}
        {mayBill && <Link href="/settings/billing_subscription?plans=1">Change plan</Link>}
      </dd>
    </dl>
  );
}

type Details = Pick<User, 'givenName' | 'surname' | 'email'>;
type Errors = Partial<Record<keyof Details | 'password', string>>;

function EditDetails({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  const {
    draft: form,
    setDraft: setForm,
    isBack,
    discard,
  } = useKeptDraft<Details>(
    { givenName: user.givenName, surname: user.surname, email: user.email },
    (typed) => Object.keys(changedOf(user, typed)).length > 0,
  );
  /** Kept apart from the draft, which is stored. */
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const formElement = useRef<HTMLFormElement>(null);
  const changes = changedOf(user, form);
  const hasChanges = Object.keys(changes).length > 0;
  const needsPassword = isOtherAddress(user.email, form.email);
  const leave = (): void => {
    forgetChanges();
    onDone();
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = {
      ...detailErrors(form),
      ...(needsPassword && password === '' && { password: userTexts.passwordMissing }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirstError(formElement.current);
    setBusy(true);
    try {
      const body = { ...changes, ...(needsPassword && { password }) };
      await store('GET /v1/users', {}, await call('PATCH /v1/users', { body }));
      toast.success(userTexts.detailsSaved);
      leave();
    } catch (error) {
      setErrors(fieldMessages(error));
      toast.failure(error, userTexts.detailsFailed);
      setBusy(false);
    }
  };
  const text = (name: keyof Details, label: string, autoComplete: string) => (
    <TextField
      label={label}
      error={errors[name]}
      type={name === 'email' ? 'email' : 'text'}
      autoComplete={autoComplete}
      value={form[name]}
      onChange={(value) => {
        setForm({ ...form, [name]: value });
        setErrors(({ [name]: _, ...others }) => others);
      }}
    />
  );
  return (
    <form ref={formElement} className="card-body" noValidate onSubmit={(event) => void save(event)}>
      {isBack && <DraftIsBack onDiscard={discard} />}
      <div className="form-row">
        {text('givenName', 'First name', 'given-name')}
        {text('surname', 'Last name', 'family-name')}
      </div>
      {text('email', 'Email', 'email')}
      {needsPassword && (
        <PasswordField
          label="Current password"
          kind="current-password"
          error={errors.password}
          value={password}
          onChange={(value) => {
            setPassword(value);
            setErrors(({ password: _, ...others }) => others);
          }}
        />
      )}
      <div className="form-actions">
        <Button type="submit" variant="primary" disabled={!hasChanges} loading={isBusy}>
          Save
        </Button>
        <Button onClick={leave}>Cancel</Button>
      </div>
    </form>
  );
}

/** Whether the change is to another mailbox, and not merely to other capitals. */
function isOtherAddress(before: string, after: string): boolean {
  return before.toLowerCase() !== after.trim().toLowerCase();
}

/** Only what differs is sent. */
function changedOf(user: User, form: Details): Partial<Details> {
  const names = ['givenName', 'surname', 'email'] as const;
  return Object.fromEntries(
    names.filter((name) => form[name].trim() !== user[name]).map((name) => [name, form[name].trim()]),
  );
}

function detailErrors({ givenName, surname, email }: Details): Errors {
  return {
    ...(givenName.trim() === '' && { givenName: userTexts.firstNameMissing }),
    ...(surname.trim() === '' && { surname: userTexts.lastNameMissing }),
    ...(!isEmail(email.trim()) && { email: userTexts.emailInvalid }),
  };
}

const THEME_LABELS = { classic: 'Classic', light: 'Light', dark: 'Dark' } as const satisfies Record<
  Theme,
  string
>;

/** Shown at once, and taken back if the service won't keep it. */
function ThemeChoice() {
  const { data, mutate } = useApi('GET /v1/users/metadata', {});
  const chosen = data?.portalTheme ?? 'classic';
  const choose = async (theme: Theme): Promise<void> => {
    const saved = call('PATCH /v1/users/metadata', { body: { portalTheme: theme } });
    showTheme(theme);
    try {
      await mutate(saved, { optimisticData: { portalTheme: theme }, revalidate: false });
    } catch (error) {
      showTheme(chosen);
      toast.failure(error, userTexts.themeFailed);
    }
  };
  return (
    <section className="card card-body" aria-labelledby="theme-title">
      <h2 className="card-title" id="theme-title">
        Theme
      </h2>
      <div className="themes" role="radiogroup" aria-labelledby="theme-title">
        {THEMES.map((theme) => (
          <label key={theme} className="theme-option">
            <input type="radio" name="theme" checked={chosen === theme} onChange={() => void choose(theme)} />
            <span className={`theme-picture theme-picture-${theme}`} aria-hidden="true" />
            {THEME_LABELS[theme]}
          </label>
        ))}
      </div>
    </section>
  );
}
