export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

const PASSWORD_RULES: readonly { readonly message: string; readonly isMet: (password: string) => boolean }[] =
  [
    {
      message: 'Password must be longer than 7 characters.',
      isMet: (password) => password.length >= MIN_PASSWORD_LENGTH,
    },
    {
      message: 'Password must be at most 128 characters.',
      isMet: (password) => password.length <= MAX_PASSWORD_LENGTH,
    },
    { message: 'Password must contain a lowercase letter.', isMet: (password) => /\p{Ll}/u.test(password) },
    { message: 'Password must contain an uppercase letter.', isMet: (password) => /\p{Lu}/u.test(password) },
    { message: 'Password must contain a number.', isMet: (password) => /\p{Nd}/u.test(password) },
    {
      message: 'Password must contain a special character.',
      isMet: (password) => /[^\p{L}\p{N}\s]/u.test(password),
    },
  ];

/**
 * Which parts of the password rule a password breaks, a sentence each: 8–128 characters with lowercase, uppercase,
 * number and special character (neither letter, number nor space). Empty when it is accepted.
 */
export function passwordProblems(password: string): string[] {
  return PASSWORD_RULES.filter((rule) => !rule.isMet(password)).map((rule) => rule.message);
}
