/** Texts of the pages that mailed links open. */
export const linkTexts = {
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
} as const;
