/** Keys of sessionStorage: the invitation that waits for a session, and the organisation that was just joined. */
export const INVITED = 'paydown.invite';
export const JOINED = 'paydown.joined';
