/** Times on a screen; the tooltip has the exact ISO 8601 text. */
import { useSyncExternalStore } from 'react';
import { useApi } from '../api/api-provider.tsx';
import { countdownText, dateTimeText, relativeTimeText } from './time-texts.ts';

interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
}

/** `21 Nov 2026, 18:05:09 CET`, in the viewer's time zone. */
export const Time = ({ at }: TimeProps) => (
  <time dateTime={at} title={at}>
    {dateTimeText(at)}
  </time>
);

/** `3 minutes ago`, kept up to date. */
export const RelativeTime = ({ at }: TimeProps) => (
  <time dateTime={at} title={`${dateTimeText(at)} (${at})`}>
    {useTextOfNow((now) => relativeTimeText(at, now))}
  </time>
);

interface CountdownProps extends TimeProps {
  /** What happens then: `next attempt`. */
  readonly what: string;
}

/**
 * `next attempt in 4 min 12 s`, counting down; then `next attempt at any moment`. While the API does not answer, nobody
 * knows whether that still holds: `next attempt planned for 21 Nov 2026, 18:05:09 CET`.
 */
export function Countdown({ what, at }: CountdownProps) {
  const countdown = useTextOfNow((now) => countdownText(Date.parse(at) - now) ?? '');
  const expected = countdown === '' ? 'at any moment' : `in ${countdown}`;
  return (
    <time dateTime={at} title={`${dateTimeText(at)} (${at})`}>
      {what} {useApi().trouble === undefined ? expected : `planned for ${dateTimeText(at)}`}
    </time>
  );
}

const everySecond = (look: () => void): (() => void) => {
  const timer = setInterval(look, 1_000);
  return () => clearInterval(timer);
};

/** A text that depends on the time (milliseconds since 1970). It is looked at every second, and drawn if it differs. */
const useTextOfNow = (textAt: (now: number) => string): string =>
  useSyncExternalStore(everySecond, () => textAt(Date.now()));
