/** Texts of the pages that mailed links open. */
export const linkTexts = {
  recoverSent: 'If an account uses that email, we sent it a link to set a new password. Check your emails.',
  recoverFailed: 'Something went wrong sending the email. Please try again later.',
  passwordReset: 'Your password was changed. Log in with the new one.',
  resetFailed: 'Something went wrong setting your new password. Request another link and try again.',
  keptFactors: 'Second factors to keep',
  keptFactorsLead:
    'Tick those that are yours. The others are removed. Those of the last 30 days are not ticked, since another person may have added them.',
  notMeLead:
    'This removes the second factors and recovery codes that were added by another person and ends all sessions. Set a new password to continue.',
  notMeDone: 'Your account is yours alone again. Log in with the new password.',
  notMeFailed: 'Something went wrong taking your account back. Please try again later.',
  restoreLead: 'This restores your email address, sets the new password and ends all sessions.',
  incomplete: 'This link is incomplete. Open it from your email again.',
  restored: 'Your account was restored. Log in with your email address and the new password.',
  restoreFailed: 'Something went wrong restoring your account. Please try again later.',
  confirmLead: (account: string) =>
    `The account with the address ${account} asks to use the address that this link was mailed to. Confirm it only if the account is yours.`,
  confirmFailed: 'Something went wrong confirming your new email address. Please try again later.',
  confirmed: 'Your new email address is confirmed. Log in with it from now on.',
  releaseLead:
    'A new email address was entered for your account. After this, the new mailbox gets a link that confirms it.',
  released: 'We sent a link to the new address. Open it to confirm the change.',
  verified: 'Thank you. Your email address is confirmed.',
  verifyFailed: 'Something went wrong confirming your email address. Request another link.',
} as const;
