/** How long this process waits for AWS. */
import { quickRetries } from './quick-retries.ts';

const patient = { requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true } };
const bounded = {
  // Long enough for a process with hardly any processor time, which sees late what has arrived.
  requestHandler: { connectionTimeout: 2500, requestTimeout: 2500, throwOnRequestTimeout: true },
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
 * Bounds each call with its retries to about a second where AWS refuses it, and to 2.5 s where it does not respond, for a process
 * whose caller waits. Others wait longer rather than repeat their work. Throws where a client was created already.
 */
export function boundCallTimes(): void {
  if (isInUse) throw new Error('Call times must be bounded before the first client is created.');
  isBounded = true;
}
