/** Times on a screen; the tooltip has the exact ISO 8601 text. */
import { useEffect, useState } from 'react';
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
export function RelativeTime({ at }: TimeProps) {
  const now = useNow();
  return (
    <time dateTime={at} title={`${dateTimeText(at)} (${at})`}>
      {relativeTimeText(at, now)}
    </time>
  );
}

interface CountdownProps extends TimeProps {
  /** What happens then: `next attempt`. */
  readonly what: string;
}

/**
 * `next attempt in 4 min 12 s`, counting down; then `next attempt at any moment`. While the API does not answer, nobody
 * knows whether that still holds: `next attempt planned for 21 Nov 2026, 18:05:09 CET`.
 */
export function Countdown({ what, at }: CountdownProps) {
  const countdown = countdownText(Date.parse(at) - useNow());
  const expected = countdown === undefined ? 'at any moment' : `in ${countdown}`;
  return (
    <time dateTime={at} title={`${dateTimeText(at)} (${at})`}>
      {what} {useApi().trouble === undefined ? expected : `planned for ${dateTimeText(at)}`}
    </time>
  );
}

/** Milliseconds since 1970, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
