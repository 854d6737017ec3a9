/** How long this process waits for AWS. */
import { quickRetries } from './quick-retries.ts';

const patient = { requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true } };
const bounded = {
  requestHandler: { connectionTimeout: 1000, requestTimeout: 1000, throwOnRequestTimeout: true },
  retryStrategy: quickRetries,
};

let isBounded = false;
let isInUse = false;

/** The time-outs and retries of a client, as part of its configuration. */
export function callTimes(): typeof patient | typeof bounded {
  isInUse = true;
  return isBounded ? bounded : patient;
}

/**
 * Bounds each call with its retries to about 2 s, or 1 s where AWS refuses at once, for a process whose caller waits. Others wait
 * longer rather than repeat their work. Throws where a client was created already.
 */
export function boundCallTimes(): void {
  if (isInUse) throw new Error('Call times must be bounded before the first client is created.');
  isBounded = true;
}
