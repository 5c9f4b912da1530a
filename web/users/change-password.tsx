import { Button } from '@primer/react';
import { useRef, useState, type FormEvent } from 'react';
import { passwordProblems } from '../../domain/password.ts';
import { call } from '../api.ts';
import { fieldMessages } from '../problem.ts';
import { focusFirstError } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { toast } from '../ui/toasts.tsx';
import { PasswordField } from './password-field.tsx';
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
        <PasswordField
          label="Old password"
          kind="current-password"
          error={errors['Password']}
          value={oldPassword}
          onChange={setOldPassword}
        />
        <PasswordField
          label="New password"
          kind="new-password"
          showsRule
          error={errors['NewPassword']}
          value={newPassword}
          onChange={setNewPassword}
        />
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
