/** The values of the registration form, and their errors. */
import { passwordProblems } from '../../domain/password.ts';
import { isEmail } from '../../domain/text.ts';
import { userTexts } from './texts.ts';

export interface RegistrationForm {
  readonly givenName: string;
  readonly surname: string;
  readonly tenantName: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

export type RegistrationErrors = Partial<Record<keyof RegistrationForm, string>>;

/** Returns a sentence for each invalid field. An invitation brings its own organisation. */
export function registrationErrors(form: RegistrationForm, isInvited: boolean): RegistrationErrors {
  const [passwordProblem] = passwordProblems(form.password);
  const isMissing = (text: string): boolean => text.trim() === '';
  return {
    ...(isMissing(form.givenName) && { givenName: userTexts.firstNameMissing }),
    ...(isMissing(form.surname) && { surname: userTexts.lastNameMissing }),
    ...(!isInvited && isMissing(form.tenantName) && { tenantName: userTexts.organisationMissing }),
    ...(!isEmail(form.email.trim()) && { email: userTexts.emailInvalid }),
    ...(passwordProblem !== undefined && { password: passwordProblem }),
    ...(form.password !== form.confirmation && { confirmation: userTexts.passwordsDiffer }),
  };
}
