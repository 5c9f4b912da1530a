/** Texts about second factors, passkeys, sessions and the end of an account. */
export const securityTexts = {
  load: 'Something went wrong loading your security settings. Please try again later.',
  confirmFailed: 'Something went wrong confirming that it is you. Please try again later.',
  codeMissing: 'Please provide the six digits that your app shows.',
  recoveryCodeMissing: 'Please provide a recovery code.',
  passkeyNotAdded: 'Your passkey could not be added. Please try again.',
  factorFailed: 'Something went wrong adding the factor. Please try again later.',
  factorAdded: (name: string) => `${name} was added.`,
  factorRemoved: (name: string) => `${name} was removed.`,
  removeFactorFailed: 'Something went wrong removing the factor. Please try again later.',
  recoveryFailed: 'Something went wrong making new recovery codes. Please try again later.',
  codesCopied: 'The recovery codes were copied.',
  codesNotStored: 'Your recovery codes were not stored. Choose “New recovery codes” to replace them.',
  sessionEnded: (device: string) => `The session of ${device} was ended.`,
  sessionsEnded: 'All other sessions were ended.',
  endSessionFailed: 'Something went wrong ending the session. Please try again later.',
  factorRequired: 'Your organisation requires a second factor.',
  accountDeleted: 'Your account was deleted.',
  deleteFailed: 'Something went wrong deleting your account. Please try again later.',
  resetSent: 'We have sent you an email with the next step.',
  resetFailedToSend: 'Something went wrong sending the email. Please try again later.',
  resetLinkFailed: 'This link no longer works. Please log in and ask for a new one.',
  suspended:
    'A suspended factor was added in the week before your password was reset, so it confirms no log-in. Remove it, and add it again if it is yours. A log-in with an older factor lifts the suspension.',
  unverified:
    'Please confirm your email address before you add a second factor. Factors added before are removed when the address is confirmed.',
  factorsKept: 'Your second factors stay as they are.',
} as const;
