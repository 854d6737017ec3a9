/** The fake of AWS for the tests of a file, or of a group of them. */
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { type FakeAws, readyAccount, startFakeAws } from './fake-aws.ts';

/** An environment without credentials, region and endpoints of AWS. */
export const withoutAws = (variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith('AWS_')));

/**
 * Starts the fake, whose account is ready before each test. The environment has nothing of AWS but the fake until the
 * tests have ended. Returns how to get it in a test.
 */
export function withFakeAws(): () => FakeAws {
  const before = { ...process.env };
  let aws: FakeAws;
  beforeAll(async () => {
    aws = await startFakeAws();
  });
  beforeEach(() => {
    aws.account = readyAccount();
    process.env = { ...withoutAws(before), ...aws.environment };
  });
  afterAll(async () => {
    process.env = before;
    await aws.stop();
  });
  return () => aws;
}
