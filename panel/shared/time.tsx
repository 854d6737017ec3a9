/** A moment on a screen, with its exact ISO 8601 text where the pointer rests on it. */
import { useEffect, useState } from 'react';
import { distanceText, momentText } from './times.ts';

interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
}

/** `21 Nov 2026, 18:05:09`, in the viewer's zone. */
export const Time = ({ at }: TimeProps) => (
  <time dateTime={at} title={at}>
    {momentText(at)}
  </time>
);

/** `3 minutes ago`; it goes on counting. */
export function Distance({ at }: TimeProps) {
  const now = useNow();
  return (
    <time dateTime={at} title={`${momentText(at)} (${at})`}>
      {distanceText(at, now)}
    </time>
  );
}

/** Milliseconds since 1970, told again each second unless another pace is given. */
export function useNow(everyMilliseconds = 1_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMilliseconds);
    return () => clearInterval(timer);
  }, [everyMilliseconds]);
  return now;
}
