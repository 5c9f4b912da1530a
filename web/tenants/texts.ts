/** Texts of the pages about organisations and their users. */

/** Returns `All clients`, `1 client` or `3 clients`, for the ids of entities. */
export const clientsText = (entityIds: readonly string[] | null): string => {
  if (entityIds === null) return 'All clients';
  return `${entityIds.length === 0 ? 'No' : entityIds.length} ${entityIds.length === 1 ? 'client' : 'clients'}`;
};

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
  unconfirmed:
    'Your email address is not confirmed. Open the link that we mailed to you before you invite others.',
  changeRole: `Something went wrong removing the user from this organisation. ${again}`,
  removeUser: `Something went wrong removing the user from this organisation. ${again}`,
  changeClients: `Something went wrong changing the clients. ${again}`,
  loadClients: `Something went wrong loading the clients. ${again}`,
  noClients: 'There is no such client.',
  seesNothing: 'The user sees no client until you choose one.',
  seesChosen: 'The user sees these clients only, in every list, report, message and calendar.',
  clientsChanged: (name: string, clients: string) => `${name} now sees ${clients.toLowerCase()}`,
  loadUsers: 'Something went wrong loading the users. Please try again later.',
  endSessions: `Something went wrong ending the sessions. ${again}`,
  factorsResetAt: (name: string, moment: string) =>
    `The second factors of ${name} will be removed on ${moment}, unless the email about it is used to cancel that.`,
  resetFactors: 'Something went wrong removing the second factors. Please try again later.',
  sessionsEnded: (name: string) => `${name} was logged out of this organisation`,
  setSecurity: `Something went wrong changing the requirement. ${again}`,
  security: (rule: string) => `Second factor: ${rule.toLowerCase()}`,
  audit: `Something went wrong loading the audit log. ${again}`,
  export: `Something went wrong exporting the data. ${again}`,
  exportMaking: 'The export is being made. You will receive a message when it is ready.',
  exportReady: 'The export is ready.',
  exportFailed: `Something went wrong making the export. ${again}`,
  exportGone: 'This export is no longer available. Please export the data again.',
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
