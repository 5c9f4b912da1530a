import { Button, Label } from '@primer/react';
import { useState } from 'react';
import { Link } from 'wouter';
import { PORTAL_THEMES } from '../../domain/portal-theme.ts';
import { isEmail } from '../../domain/text.ts';
import { store } from '../data/api.ts';
import { change } from '../data/change.ts';
import { paths } from '../data/paths.ts';
import { showTheme, type Theme } from '../theme/theme.ts';
import { FormActions } from '../ui/form-actions.tsx';
import { hasStoredDraft, useKeptDraft } from '../ui/kept-draft.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { useMay, usePlan, useUser, type User } from '../data/account.ts';
import { PasswordField } from './password-field.tsx';
import { PendingAddress } from './pending-address.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { accountTexts } from './account-texts.ts';
import { usePreferences } from './preferences.ts';
import { userTexts } from './texts.ts';
import './account-details.css';

export function AccountDetails() {
  const { data: user } = useUser();
  const [isEditing, setEditing] = useState(hasStoredDraft);
  return (
    <Page
      title="Account details"
      above={[{ label: 'Settings' }]}
      width="form"
      actions={user && !isEditing && <Button onClick={() => setEditing(true)}>Edit</Button>}
    >
      {user && !user.isVerified && (
        <Notice tone="warning" action={<ResendVerification />}>
          {accountTexts.notVerified}
        </Notice>
      )}
      {user && user.pendingEmail !== null && <PendingAddress user={user} email={user.pendingEmail} />}
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
      <ReviewChoice />
      <DigestChoice />
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
        {mayBill && <Link href={`${paths.billing}?plans=1`}>Change plan</Link>}
      </dd>
    </dl>
  );
}

type Details = Pick<User, 'givenName' | 'surname' | 'email'>;
type Errors = Partial<Record<keyof Details, string>>;

function EditDetails({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  const { draft, setDraft, hasChanges, notice } = useKeptDraft<Details>(
    { givenName: user.givenName, surname: user.surname, email: user.email },
    { isChanged: (typed) => Object.keys(changedOf(user, typed)).length > 0 },
  );
  /** Separate from the draft, which is stored. */
  const [password, setPassword] = useState('');
  const changes = changedOf(user, draft);
  const needsPassword = isOtherAddress(user.email, draft.email);
  const leave = useLeave();
  const { isBusy, errors, clearError, form } = useSubmit({
    validate: () => ({
      ...detailErrors(draft),
      ...(needsPassword && password === '' && { password: accountTexts.passwordMissing }),
    }),
    send: async () => {
      const body = { ...changes, ...(needsPassword && { password }) };
      const changed = await change('PATCH /v1/users', { body });
      await store('GET /v1/users', {}, changed);
      const sent = changed.pendingEmailHeld ? accountTexts.heldSent : accountTexts.addressSent;
      toast.success(needsPassword ? sent : accountTexts.detailsSaved);
      leave(onDone);
    },
    onFailure: (error) => toast.failure(error, accountTexts.detailsFailed),
  });
  const text = (name: keyof Details, label: string, autoComplete: string) => (
    <TextField
      label={label}
      error={errors[name]}
      type={name === 'email' ? 'email' : 'text'}
      autoComplete={autoComplete}
      value={draft[name]}
      onChange={(value) => {
        setDraft({ ...draft, [name]: value });
        clearError(name);
      }}
    />
  );
  return (
    <form className="card-body" {...form}>
      {notice}
      <div className="form-row">
        {text('givenName', 'First name', 'given-name')}
        {text('surname', 'Last name', 'family-name')}
      </div>
      {text('email', 'Email', 'email')}
      {needsPassword && (
        <PasswordField
          label="Current password"
          kind="current-password"
          error={errors['password']}
          value={password}
          onChange={(value) => {
            setPassword(value);
            clearError('password');
          }}
        />
      )}
      <FormActions submit="Save" disabled={!hasChanges} isBusy={isBusy} onCancel={() => leave(onDone)} />
    </form>
  );
}

/** Whether the change is to another mailbox, and not merely to other capitals. */
function isOtherAddress(before: string, after: string): boolean {
  return before.toLowerCase() !== after.trim().toLowerCase();
}

/** Returns the changed fields. */
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

/** Applies the theme at once and reverts it if the service refuses. */
function ThemeChoice() {
  const { preferences, save } = usePreferences();
  const chosen = preferences?.portalTheme ?? 'classic';
  const choose = async (portalTheme: Theme): Promise<void> => {
    showTheme(portalTheme);
    const isSaved = await save({ portalTheme }, accountTexts.themeFailed);
    if (!isSaved) showTheme(chosen);
  };
  return (
    <section className="card card-body" aria-labelledby="theme-title">
      <h2 className="card-title" id="theme-title">
        Theme
      </h2>
      <div className="themes" role="radiogroup" aria-labelledby="theme-title">
        {PORTAL_THEMES.map((theme) => (
          <label key={theme} className="theme-option">
            <input
              type="radio"
              name="theme"
              disabled={!preferences}
              checked={chosen === theme}
              onChange={() => void choose(theme)}
            />
            <span className={`theme-picture theme-picture-${theme}`} aria-hidden="true" />
            {THEME_LABELS[theme]}
          </label>
        ))}
      </div>
    </section>
  );
}

/** Whether a daily email lists what needs the user. */
function DigestChoice() {
  const { preferences, save } = usePreferences();
  return (
    <section className="card card-body" aria-labelledby="digest-title">
      <h2 className="card-title" id="digest-title">
        Daily email
      </h2>
      <label className="review-choice">
        <Switch
          checked={preferences?.digest === true}
          disabled={!preferences}
          onChange={(digest) => void save({ digest }, accountTexts.preferenceFailed)}
        />
        Email me when auto sync stops, a ledger check differs or a balloon is within 60 days
      </label>
    </section>
  );
}

/** Whether a review comes before payments are posted. */
function ReviewChoice() {
  const { preferences, save } = usePreferences();
  return (
    <section className="card card-body" aria-labelledby="review-title">
      <h2 className="card-title" id="review-title">
        Posting
      </h2>
      <label className="review-choice">
        <Switch
          checked={preferences?.skipSyncReview !== true}
          disabled={!preferences}
          onChange={(isOn) => void save({ skipSyncReview: !isOn }, accountTexts.preferenceFailed)}
        />
        Review the documents before payments are posted to Xero
      </label>
    </section>
  );
}
