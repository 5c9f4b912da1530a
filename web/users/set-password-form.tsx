import { Button } from '@primer/react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { passwordProblems } from '../../domain/password.ts';
import { paths } from '../data/paths.ts';
import { fieldMessages, messageOf } from '../data/problem.ts';
import { toast } from '../ui/toasts.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { PasswordField } from './password-field.tsx';
import { userTexts } from './texts.ts';

interface SetPasswordFormProps {
  readonly label: string;
  /** Sends the new password to the service. */
  readonly save: (password: string) => Promise<unknown>;
  readonly success: string;
  readonly failure: string;
  /** More fields, above the password. */
  readonly children?: ReactNode;
}

/** Asks for a new password twice, saves it and goes on to the login page. */
export function SetPasswordForm({ label, save, success, failure, children }: SetPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [, navigate] = useLocation();
  const { isBusy, errors, form } = useSubmit({
    validate: () => ({
      password: passwordProblems(password)[0],
      confirmation: password === confirmation ? undefined : userTexts.passwordsDiffer,
    }),
    send: async () => {
      await save(password);
      toast.success(success);
      navigate(paths.login, { replace: true });
    },
    onFailure: (error) => {
      if (fieldMessages(error)['Password'] === undefined) toast.error(messageOf(error, failure));
    },
  });
  return (
    <form className="auth-form" {...form}>
      {children}
      <PasswordField
        label="New password"
        kind="new-password"
        showsRule
        error={errors['password'] ?? errors['Password']}
        value={password}
        onChange={setPassword}
      />
      <PasswordField
        label="Confirm password"
        kind="new-password"
        repeats={password}
        error={errors['confirmation']}
        value={confirmation}
        onChange={setConfirmation}
      />
      <Button
        type="submit"
        variant="primary"
        block
        disabled={password === '' || confirmation === ''}
        loading={isBusy}
      >
        {label}
      </Button>
    </form>
  );
}
