import type { Answer, InputArgument, RouteName } from '../functions/route-client.ts';
import { call } from './api.ts';
import { ApiError } from './problem.ts';

/** Calls a route. If it needs a recent authentication, asks the user for one and repeats the call. */
export async function reauthenticatingCall<Name extends RouteName>(
  name: Name,
  ...input: InputArgument<Name>
): Promise<Answer<Name>> {
  try {
    return await call(name, ...input);
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.code !== 'session/reauthenticate') throw error;
    const { askToReauthenticate } = await import('./users/reauthentication.tsx');
    if (!(await askToReauthenticate())) throw error;
    return call(name, ...input);
  }
}
