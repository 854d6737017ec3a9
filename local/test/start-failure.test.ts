import { describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { describeFailure } from '../start-failure.ts';
import { StartProblem } from '../template/problem.ts';

const enough = () => 1e9;
const isFull =
  "The local cloud can't start, because the disk is full. Free some space; /data can also be on another disk: --data DIR.";

describe('a start that fails', () => {
  test.each([
    new Error("ENOSPC: no space left on device, copyfile 'a' -> 'b'"),
    new StartProblem('The CDK app (app.ts) can’t be synthesized:\nError: ENOSPC: no space left on device, write'),
    new StartProblem('The data folder /data can’t be used: database or disk is full.'),
    new StartProblem('DynamoDB Local ended while it started: java.io.IOException: No space left on device'),
  ])('because the disk is full says so in one sentence: %s', (error) => {
    expect(describeFailure(error, '/data', enough)).toBe(isFull);
  });

  test('on a full disk of which nobody says so is described as that, and a known problem as it is', () => {
    expect(describeFailure(new Error('InternalFailure'), '/data', () => 4_096)).toBe(isFull);
    expect(describeFailure(new StartProblem('Port 3000 is taken.'), '/data', () => 4_096)).toBe('Port 3000 is taken.');
  });

  test('for another reason has the stack of its error', () => {
    const error = new Error('a bug');
    expect(describeFailure(error, `${temporaryFolder()}/not/there`)).toBe(
      `The local cloud can't start: ${error.stack}`,
    );
    expect(describeFailure('thrown', '/data', enough)).toBe("The local cloud can't start: thrown");
  });
});
