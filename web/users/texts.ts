/** Texts of logging in and registering. */
export const userTexts = {
  sessionExpired: 'You have been logged out due to your session expiring. Please log in again to continue.',
  sessionInactive: 'You have been logged out due to account inactivity. Please log in again to continue.',
  loginFailed:
    "Oops! We couldn't log you in with that e-mail at this time. Please check your email and password and try again.",
  passkeyFailed: 'Your passkey could not be used. Try again, or choose another way to log in.',
  sampleFailed: 'Something went wrong creating the sample data. Please try again later.',
  linkMailed: (email: string) =>
    `Many accounts are being created at the moment, so we sent a link to ${email} first. Open it within 24 hours to create your account.`,
  registerFailed:
    "Oops! Something went wrong. We couldn't register your account right now. Please try again later.",
  joined: (organisation: string) => `You have joined ${organisation}.`,
  thanks: 'Thank you for registering.',
  registered: 'Thank you for registering. Please check your emails to confirm your address.',
  inviteInvalid: 'Invitation invalid. Please try again later.',
  firstNameMissing: 'Please provide a first name',
  lastNameMissing: 'Please provide a last name',
  emailInvalid: 'Please provide a valid email',
  organisationMissing: 'Please provide an organisation name',
  passwordsDiffer: 'Passwords do not match',
} as const;
