/** The notification that is shown while calls wait because the API was called too often. They go on by themselves. */
import type { FlashbarProps } from '@cloudscape-design/components/flashbar';
import { useThrottledUntil } from '../api/api-provider.tsx';
import { Countdown } from '../shared/time.tsx';

/** The notification, if any. */
export function useThrottleNotification(): FlashbarProps.MessageDefinition[] {
  const until = useThrottledUntil();
  if (until === undefined) return [];
  return [
    {
      id: 'throttled',
      type: 'info',
      ariaRole: 'status',
      header: 'Too many requests',
      content: <Countdown what="Going on" at={new Date(until).toISOString()} />,
    },
  ];
}
