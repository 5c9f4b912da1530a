import { Button } from '@primer/react';
import { useRef, useState, type FormEvent } from 'react';
import { passwordProblems } from '../../domain/password.ts';
import { call } from '../api.ts';
import { fieldMessages } from '../problem.ts';
import { Field, focusFirstError } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { toast } from '../ui/toasts.tsx';
import { PasswordInput } from './password-input.tsx';
import { userTexts } from './texts.ts';

export function ChangePassword() {
  const [oldPassword, setOldPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = passwordErrors(oldPassword, newPassword);
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirstError(form.current);
    setBusy(true);
    try {
      await call('PUT /v1/users/password', { body: { Password: oldPassword, NewPassword: newPassword } });
      toast.success(userTexts.passwordChanged);
    } catch (error) {
      setErrors(fieldMessages(error));
      toast.failure(error, userTexts.passwordFailed);
    }
    setOldPassword('');
    setNewPassword('');
    setBusy(false);
  };
  return (
    <Page title="Change password" above={[{ label: 'Settings' }]} width="form">
      <form ref={form} className="card card-body" noValidate onSubmit={(event) => void save(event)}>
        <Field label="Old password" error={errors['Password']}>
          {(control) => (
            <PasswordInput
              control={control}
              kind="current-password"
              value={oldPassword}
              onChange={setOldPassword}
            />
          )}
        </Field>
        <Field
          label="New password"
          error={errors['NewPassword']}
          hint="At least 8 characters with lowercase, uppercase, a number and a special character."
        >
          {(control) => (
            <PasswordInput
              control={control}
              kind="new-password"
              value={newPassword}
              onChange={setNewPassword}
            />
          )}
        </Field>
        <div className="form-actions">
          <Button
            type="submit"
            variant="primary"
            disabled={oldPassword === '' || newPassword === ''}
            loading={isBusy}
          >
            Change password
          </Button>
        </div>
      </form>
    </Page>
  );
}

function passwordErrors(oldPassword: string, newPassword: string): Record<string, string> {
  const [problem] = passwordProblems(newPassword);
  return {
    ...(oldPassword === '' && { Password: userTexts.oldPasswordMissing }),
    ...(problem !== undefined && { NewPassword: problem }),
  };
}
