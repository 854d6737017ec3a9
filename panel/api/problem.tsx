/** What went wrong with a call, in words for the person at the screen. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { ApiError, ConnectionError } from '../../client/index.ts';
import { AppLink } from '../app/app-link.tsx';

/** One sentence. The API's own messages name the field and what it must be. */
export function describeProblem(error: Error): string {
  if (error instanceof ConnectionError) return 'The service can’t be reached. Check your connection and try again.';
  if (!(error instanceof ApiError)) return error.message;
  if (error.status === 401) return 'Your session has ended. Sign in again; nothing that you typed is lost.';
  if (error.status >= 500)
    return `The service failed. Try again; if it goes on, tell an operator the request id ${error.requestId ?? 'unknown'}.`;
  return sentence(error.message);
}

/** The network may not use this yet; its own page says what is to be done. */
const isFeatureOff = (error: Error): boolean =>
  error instanceof ApiError && error.status === 403 && error.message.startsWith('the feature ');

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

interface ProblemProps {
  readonly error: Error;
  /** What could not be done: `The webhooks could not be loaded`. */
  readonly what: string;
  readonly onRetry?: () => void;
}

/** An alert in place of what could not be shown. */
export function Problem({ error, what, onRetry }: ProblemProps) {
  return (
    <Alert type="error" header={what} {...(onRetry && { action: <Button onClick={onRetry}>Try again</Button> })}>
      {describeProblem(error)}
      {isFeatureOff(error) && (
        <>
          {' '}
          <AppLink to="/network">See the network’s features</AppLink>
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
