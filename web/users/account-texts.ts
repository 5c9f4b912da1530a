/** Texts of account details, password and address of a signed-in user. */
export const accountTexts = {
  passwordMissing: 'Please provide your current password.',
  oldPasswordMissing: 'Please provide your old password',
  notVerified: 'Your email address is not confirmed. Check your emails for the link.',
  pending: (email: string) =>
    `${email} becomes your address when you confirm it by the link in the email that we sent there. Until then your present address stays.`,
  held: (email: string) =>
    `${email} waits for your answer: your organisation requires a second factor, so open the link in the email that we sent to your present address first.`,
  heldSent: 'We sent an email to your present address. Open its link to go on.',
  addressSent: 'We sent an email to your new address. Open its link to confirm it.',
  withdrawFailed: 'Something went wrong withdrawing the new address. Please try again later.',
  verificationSent: 'We sent you another email. Open its link to confirm your address.',
  verificationFailed: 'Something went wrong sending the verification email. Please try again later.',
  detailsSaved: 'Your account details were saved.',
  detailsFailed: 'Something went wrong saving your account details. Please try again later.',
  preferenceFailed: 'Something went wrong saving this setting. Please try again later.',
  themeFailed: 'Something went wrong saving your theme. Please try again later.',
  passwordChanged: 'Your password was changed.',
  passwordFailed: 'Something went wrong changing your password. Please try again later.',
} as const;
