/** Fails each test of a file, or its hooks, that got a response which the OpenAPI document does not allow. */
import { afterAll, afterEach } from '@jest/globals';
import { undocumented } from './undocumented.ts';

function failIfUndocumented(): void {
  const problems = undocumented.splice(0);
  if (problems.length > 0) throw new Error(`Responses do not fit the OpenAPI document:\n${problems.join('\n')}`);
}
afterEach(failIfUndocumented);
afterAll(failIfUndocumented);
