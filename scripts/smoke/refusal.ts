/** The run stops: the account is not one to test with, or a setting is missing. Its message says what to do. */
export class SmokeRefusal extends Error {
  override readonly name = 'SmokeRefusal';
}
