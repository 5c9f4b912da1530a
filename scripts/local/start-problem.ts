/** A problem at start that the user can fix. Its message is one line. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
