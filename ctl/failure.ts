/** What the operator reads when a command fails. */
import { OperatorError, UsageError } from './operator-error.ts';

/** The failure in words, on lines of their own, with what to do about it where that is known. Names no secrets. */
export async function describeFailure(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return lines(`ctl failed: ${String(error)}`);
  if (error instanceof UsageError) return lines(error.message);
  if (error instanceof OperatorError) return lines(error.message, error.hint);
  if ('code' in error && error.code === 'ECONNREFUSED') {
    return lines(
      `The service's database does not answer (${error.message}).`,
      'Start the local cloud again: npm start',
    );
  }
  const tables = await import('../lambdas/auth/networks-table.ts');
  if (error instanceof tables.NetworkNotFoundError) {
    return lines(error.message, 'See which there are: network list');
  }
  if (error instanceof tables.NetworkExistsError || error instanceof tables.SigningKeysChangedError) {
    return lines(error.message);
  }
  if (error.name === 'CredentialsProviderError') {
    return lines(
      `There are no valid AWS credentials: ${error.message}`,
      'Sign in, or name a profile with AWS_PROFILE.',
    );
  }
  if (error.name === 'TimeoutError') return lines(`AWS did not answer in time: ${error.message}`);
  if ('$metadata' in error) return lines(`AWS refused: ${error.name}: ${error.message}`);
  return lines(`ctl failed: ${error.stack ?? error.message}`);
}

const lines = (...parts: readonly string[]): string => `${parts.join('\n')}\n`;
