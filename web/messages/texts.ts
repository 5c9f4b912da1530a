export const messageTexts = {
  load: 'Something went wrong loading your notifications. Please try again later.',
  delete: 'Something went wrong deleting the notifications. Please try again later.',
  deleted: 'Notification deleted',
  none: 'You have no notifications.',
} as const;
