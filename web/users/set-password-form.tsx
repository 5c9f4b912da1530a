import { Button } from '@primer/react';
import { useRef, useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { passwordProblems } from '../../domain/password.ts';
import { messageOf } from '../problem.ts';
import { focusFirstError } from '../ui/field.tsx';
import { toast } from '../ui/toasts.tsx';
import { PasswordField } from './password-field.tsx';
import { userTexts } from './texts.ts';

interface SetPasswordFormProps {
  readonly label: string;
  /** Sends the new password to the service. */
  readonly save: (password: string) => Promise<unknown>;
  readonly success: string;
  readonly failure: string;
}

/** Asks for a new password twice, saves it and goes on to the login page. */
export function SetPasswordForm({ label, save, success, failure }: SetPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState<{ password?: string | undefined; confirmation?: string | undefined }>(
    {},
  );
  const [isBusy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const [problem] = passwordProblems(password);
    const mismatch = password === confirmation ? undefined : userTexts.passwordsDiffer;
    setErrors({ password: problem, confirmation: mismatch });
    if (problem !== undefined || mismatch !== undefined) return focusFirstError(form.current);
    setBusy(true);
    try {
      await save(password);
      toast.success(success);
      navigate('/login', { replace: true });
    } catch (error) {
      toast.error(messageOf(error, failure));
      setBusy(false);
    }
  };
  return (
    <form ref={form} className="auth-form" noValidate onSubmit={(event) => void submit(event)}>
      <PasswordField
        label="New password"
        kind="new-password"
        showsRule
        error={errors.password}
        value={password}
        onChange={setPassword}
      />
      <PasswordField
        label="Confirm password"
        kind="new-password"
        error={errors.confirmation}
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
