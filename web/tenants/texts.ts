/** Texts of the pages about organisations and their users. */
const again = 'Please try again later.';

export const tenantTexts = {
  retrieve: 'Something went wrong retrieving your organisations. Please try again later.',
  load: 'Something went wrong loading the organisations. Please try again later.',
  create: 'Something went wrong creating a tenant. Please try again later.',
  rename: 'Something went wrong editing the organisation. Please try again later.',
  delete: 'Something went wrong deleting the organisation. Please try again later.',
  switch: 'Something went wrong switching organisation. Please try again later.',
  migrate: 'Something went wrong migrating the entities. Please try again later.',
  noTargets: 'There are no other organisations to migrate to. Please create a new one and try again.',
  sendInvite: 'Something went wrong sending the invite. Please try again later.',
  resendInvite: 'Something went wrong resending the invite. Please try again later.',
  cancelInvite: 'Something went wrong cancelling the invite. Please try again later.',
  changeRole: `Something went wrong removing the user from this organisation. ${again}`,
  removeUser: `Something went wrong removing the user from this organisation. ${again}`,
  loadUsers: 'Something went wrong loading the users. Please try again later.',
  invited: (email: string) => `Invite successfully sent to ${email}`,
  inviteCancelled: (email: string) => `The invite for ${email} was cancelled`,
  roleChanged: (name: string, role: string) => `${name} is now ${role === 'Admin' ? 'an' : 'a'} ${role}`,
  removed: (name: string) => `${name} has been removed from this organisation`,
  created: (name: string) => `${name} was created`,
  renamed: (name: string) => `The organisation was renamed to ${name}`,
  deleted: (name: string) => `${name} was deleted`,
  migrated: (count: number, target: string) =>
    count === 1 ? `1 entity was migrated to ${target}` : `${count} entities were migrated to ${target}`,
} as const;
