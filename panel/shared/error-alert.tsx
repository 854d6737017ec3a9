/** What went wrong with an API call, in words for the admin. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { ApiError, ConnectionError } from '@social-platform-services/client';
import { sentence, serviceErrorText } from './texts.ts';
import { countdownText } from './time-texts.ts';

/** One or two sentences. The API's own messages name the field and what it must be. */
export function errorMessage(error: Error): string {
  if (error instanceof ConnectionError) {
    return error.reason === 'timed-out'
      ? 'The service did not respond in time. Try again.'
      : 'The service can’t be reached. Check your connection and try again.';
  }
  if (!(error instanceof ApiError)) return error.message;
  if (error.status === 401) return 'Your session has expired. Sign in again; your input is kept.';
  if (error.status >= 500) return serviceErrorText(error.requestId);
  // The panel asks for nothing of other features.
  if (isFeatureOff(error)) return 'Webhooks are off for this network. An operator can turn them on.';
  const { message, status, retryAfterSeconds } = error;
  if (status === 429 && retryAfterSeconds !== undefined)
    return `${sentence(message)} Try again in ${countdownText(Math.max(1, retryAfterSeconds) * 1_000)}.`;
  return sentence(message);
}

/** The feature is off for this network. The network screen shows how to enable it. */
const isFeatureOff = (error: Error): boolean =>
  error instanceof ApiError && error.status === 403 && error.message.startsWith('the feature ');

interface ErrorAlertProps {
  readonly error: Error;
  /** What failed: `The webhooks could not be loaded`. */
  readonly header: string;
  readonly onRetry?: () => void;
}

/** Shown in place of what could not be loaded or done. */
export function ErrorAlert({ error, header, onRetry }: ErrorAlertProps) {
  return (
    <Alert type="error" header={header} {...(onRetry && { action: <Button onClick={onRetry}>Try again</Button> })}>
      {errorMessage(error)}
      {isFeatureOff(error) && (
        <>
          {' '}
          <Link href="#/network">View network features</Link>
        </>
      )}
      {error instanceof ApiError && error.detail.length > 1 && (
        <ul>
          {error.detail.map((line) => (
            <li key={line}>
              <Box variant="span">{line}</Box>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

interface NotLoadedProps {
  /** Such as `the webhooks`. */
  readonly what: string;
  readonly query: { readonly error: Error | null; readonly refetch: () => unknown };
}

/** Shown in place of what is not there: that it is being loaded, or why it could not be. */
export const NotLoaded = ({ what, query: { error, refetch } }: NotLoadedProps) =>
  error === null ? (
    <StatusIndicator type="loading">Loading {what}</StatusIndicator>
  ) : (
    <ErrorAlert
      error={error}
      header={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`}
      onRetry={() => void refetch()}
    />
  );
