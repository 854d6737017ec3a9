/** Error messages of the command line. */
import { ApiError, ConnectionError } from '../client/index.ts';
import { OperatorError, UsageError } from './errors.ts';

/** Returns what happened and, if known, what to do about it: a line each, without secrets and a final line break. */
export async function describeError(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return lines(`ctl failed: ${String(error)}`);
  if (error instanceof UsageError) return lines(error.message);
  if (error instanceof OperatorError) return lines(error.message, error.hint);
  if ('code' in error && error.code === 'ECONNREFUSED') {
    return lines(
      `The service's database does not respond (${error.message}).`,
      'Start the local cloud again: npm start',
    );
  }
  if (error instanceof ConnectionError) return lines(`${error.message}.`, 'Check whether the service runs.');
  if (error instanceof ApiError) {
    const [, network] = /is off for the network ([^;]+);/.exec(error.message) ?? [];
    const hint = network === undefined ? [] : [`Enable webhooks: feature enable ${network} webhooks`];
    return lines(`The API refused the request with ${error.status}: ${error.message}.`, ...hint);
  }
  const { NetworkNotFoundError } = await import('../lambdas/auth/networks-table.ts');
  if (error instanceof NetworkNotFoundError) {
    return lines(error.message, 'List the networks: network list');
  }
  const changes = await import('../lambdas/auth/network-changes-table.ts');
  if (error instanceof changes.NetworkInUseError) {
    return lines(error.message, 'Switch them off first: feature disable ID blockUser userActivity webhooks');
  }
  if (error instanceof changes.NetworkConflictError) return lines(error.message);
  if (error.name === 'CredentialsProviderError') {
    return lines(
      `There are no valid AWS credentials: ${error.message}`,
      'Sign in, or select a profile with AWS_PROFILE.',
    );
  }
  if (error.name === 'TimeoutError') return lines(`AWS did not respond in time: ${error.message}`);
  if ('$fault' in error) return lines(`AWS refused the request: ${error.name}: ${error.message}`);
  // The SDK has no answer of AWS to show: a name that is not found, or a connection that broke.
  if ('$metadata' in error) {
    return lines(
      `AWS could not be reached, or its response not read: ${error.message}`,
      'Check the network, and the region (AWS_REGION, AWS_PROFILE).',
    );
  }
  return lines(`ctl failed: ${error.stack ?? error.message}`);
}

const lines = (...parts: readonly string[]): string => parts.join('\n');
