/** Error messages of the command line. */
import { ApiError, ConnectionError } from '@social-platform-services/client';
import { programName } from './about.ts';
import { InterruptedError, OperatorError, UsageError } from './errors.ts';
import { startCommand } from './local-cloud.ts';
import type { ServiceChoice } from './service.ts';

/**
 * Returns what happened and, if known, what to do about it: a line each, without secrets and a final line break. Names
 * the service that the command works on: a local cloud, or a deployed stage in AWS.
 */
export async function describeError(error: unknown, choice: Pick<ServiceChoice, 'data' | 'env'>): Promise<string> {
  const { env, data } = choice;
  if (!(error instanceof Error)) return lines(`${programName} failed: ${String(error)}`);
  if (error instanceof UsageError) return lines(error.message);
  if (error instanceof OperatorError) return lines(error.message, error.hint);
  if (error instanceof InterruptedError) return lines(await describeError(error.cause, choice), error.message);
  const isLocal = env === undefined;
  const service = isLocal ? 'The local cloud' : 'AWS';
  if (isLocal && 'code' in error && error.code === 'ECONNREFUSED') {
    return lines(
      `The local cloud's database does not respond (${error.message}).`,
      `Start it again: ${startCommand(data)}`,
    );
  }
  if (error instanceof ConnectionError) {
    const start = isLocal ? `, or start it: ${startCommand(data)}` : '.';
    return lines(`${error.message}.`, `Check whether the service runs${start}`);
  }
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
  if (error.name === 'TimeoutError') return lines(`${service} did not respond in time: ${error.message}`);
  if ('$fault' in error) return lines(`${service} refused the request: ${error.name}: ${error.message}`);
  // The SDK has no response to show: a name that is not found, or a connection that was refused or broke.
  if ('$metadata' in error) {
    return lines(
      `${service} could not be reached, or its response not read: ${error.message}`,
      isLocal
        ? `Start it again: ${startCommand(data)}`
        : 'Check the network, the region (AWS_REGION, AWS_PROFILE), and AWS_ENDPOINT_URL if it is set.',
    );
  }
  return lines(`${programName} failed: ${error.stack ?? error.message}`);
}

const lines = (...parts: readonly string[]): string => parts.join('\n');
