/** Why the local product can't start, in one line for the person who typed the command. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
