/** Texts of the pages about accounts and sessions. */
export const userTexts = {
  sessionExpired: 'You have been logged out due to your session expiring. Please log in again to continue.',
  sessionInactive: 'You have been logged out due to account inactivity. Please log in again to continue.',
  loginFailed:
    "Oops! We couldn't log you in with that e-mail at this time. Please check your e-mail and password and try again.",
  sampleFailed: 'Something went wrong making the sample data. Please try again later.',
  registerFailed:
    "Oops! Something went wrong. We couldn't register your account right now. Please try again later.",
  joined: (tenant: string) => `Thank you for registering. You have joined ${tenant}.`,
  registered: 'Thank you for registering. Please check your emails to confirm your address.',
  firstNameMissing: 'Please provide a first name',
  lastNameMissing: 'Please provide a last name',
  emailInvalid: 'Please provide a valid email',
  organisationMissing: 'Please provide an organisation name',
  passwordsDiffer: 'Passwords do not match',
  passwordMissing: 'Please provide your current password.',
  oldPasswordMissing: 'Please provide your old password',
  recoverSent:
    'If that email belongs to an account, we have sent it a link to set a new password. Please check your emails.',
  recoverFailed: 'Something went wrong sending the email. Please try again later.',
  passwordReset: 'Your password was changed. Please log in with the new one.',
  resetFailed: 'Something went wrong setting your new password. Please ask for another link and try again.',
  restoreLead: 'We will restore your email address, set the new password and end all sessions.',
  restoreIncomplete: 'This link is incomplete. Please open it from the email again.',
  restored: 'Your account was restored. Please log in with your email address and the new password.',
  restoreFailed: 'Something went wrong restoring your account. Please try again later.',
  verified: 'Thank you. Your email address is confirmed.',
  verifyFailed: 'Something went wrong confirming your email address. Please ask for another link.',
  notVerified: 'Your email address is not confirmed yet. Please check your emails for the link.',
  verificationSent: 'We have sent you another email. Please check your emails to confirm your address.',
  verificationFailed: 'Something went wrong sending the verification email. Please try again later.',
  inviteInvalid: 'Invitation invalid. Please try again later.',
  detailsSaved: 'Your account details were saved.',
  detailsFailed: 'Something went wrong saving your account details. Please try again later.',
  preferenceFailed: 'Something went wrong saving this setting. Please try again later.',
  themeFailed: 'Something went wrong saving your theme. Please try again later.',
  passwordChanged: 'Your password was changed.',
  passwordFailed: 'Something went wrong changing your password. Please try again later.',
} as const;

export const joined = (organisation: string): string => `You have joined ${organisation}.`;
