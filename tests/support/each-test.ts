/** Hooks that give each test of a file an app and an owner of its own. */
import { beforeEach } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';
import { type Person, signUp } from './people.ts';

export function withTestApp(): TestApp {
  const app = {} as TestApp;
  beforeEach(async () => void Object.assign(app, await createTestApp()));
  return app;
}

/** @param given what the registration says differently. */
export function withOwner(app: TestApp, given?: Parameters<typeof signUp>[1]): Person {
  const owner = {} as Person;
  beforeEach(async () => void Object.assign(owner, await signUp(app, given)));
  return owner;
}
