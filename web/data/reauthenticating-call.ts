import type { Answer, InputArgument, RouteName } from '../../functions/client/route-client.ts';
import { call } from './api.ts';
import { ApiError } from './problem.ts';

/** Asks the user to authenticate again; resolves to whether they did. */
type Ask = () => Promise<boolean>;

let askToReauthenticate: Ask = () => Promise.resolve(false);

/** Sets how a user is asked. The shell does, since the dialog stands above the data. */
export function onStepUp(ask: Ask): void {
  askToReauthenticate = ask;
}

/** Calls a route. If it needs a recent authentication, asks the user for one and repeats the call. */
export const reauthenticatingCall = <Name extends RouteName>(
  name: Name,
  ...input: InputArgument<Name>
): Promise<Answer<Name>> => reauthenticating(() => call(name, ...input));

/** Runs a call. If it needs a recent authentication, asks the user for one and repeats it. */
export async function reauthenticating<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.code !== 'session/reauthenticate') throw error;
    if (!(await askToReauthenticate())) throw error;
    return run();
  }
}
