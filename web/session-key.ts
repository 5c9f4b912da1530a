/** The key of the session in localStorage. */
export const SESSION = 'paydown.session';
