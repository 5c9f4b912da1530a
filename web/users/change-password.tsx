import { useState } from 'react';
import { passwordProblems } from '../../domain/password.ts';
import { call } from '../data/api.ts';
import { fieldMessages } from '../data/problem.ts';
import { FormActions } from '../ui/form-actions.tsx';
import { MissingFields } from '../ui/missing-fields.tsx';
import { Page } from '../ui/page.tsx';
import { toast } from '../ui/toasts.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { PasswordField } from './password-field.tsx';
import { accountTexts } from './account-texts.ts';

export function ChangePassword() {
  const [oldPassword, setOldPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const clear = (): void => {
    setOldPassword('');
    setNewPassword('');
  };
  const { isBusy, errors, form } = useSubmit({
    validate: () => passwordErrors(oldPassword, newPassword),
    send: async () => {
      await call('PUT /v1/users/password', { body: { Password: oldPassword, NewPassword: newPassword } });
      toast.success(accountTexts.passwordChanged);
      clear();
    },
    onFailure: (error) => {
      const { Password: old, NewPassword: chosen } = fieldMessages(error);
      if (old === undefined && chosen === undefined) toast.failure(error, accountTexts.passwordFailed);
      clear();
    },
  });
  const missing = [
    ...(oldPassword === '' ? ['Old password'] : []),
    ...(newPassword === '' ? ['New password'] : []),
  ];
  return (
    <Page title="Change password" above={[{ label: 'Settings' }]} width="form">
      <form className="card card-body" {...form}>
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
        <MissingFields labels={missing} />
        <FormActions submit="Change password" disabled={missing.length > 0} isBusy={isBusy} />
      </form>
    </Page>
  );
}

function passwordErrors(oldPassword: string, newPassword: string): Record<string, string> {
  const [problem] = passwordProblems(newPassword);
  return {
    ...(oldPassword === '' && { Password: accountTexts.oldPasswordMissing }),
    ...(problem !== undefined && { NewPassword: problem }),
  };
}
