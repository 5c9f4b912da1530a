/** Where localStorage holds who is signed in. */
export const SESSION = 'paydown.session';
