export const messageTexts = {
  load: 'Something went wrong loading your notifications. Please try again later.',
  delete: 'Something went wrong deleting the notifications. Please try again later.',
  resendFailed: 'Something went wrong sending the verification email. Please try again later.',
  resent: 'We have sent you another email. Please check your emails to confirm your address.',
  deleted: 'Notification deleted',
  none: 'You have no notifications.',
} as const;
