/** The notification that is shown while the API is unreachable. */
import Button from '@cloudscape-design/components/button';
import type { FlashbarProps } from '@cloudscape-design/components/flashbar';
import { useEffect } from 'react';
import { useIsReachable } from '../api/api-provider.tsx';
import { useReconnect } from './use-reconnect.ts';

const RETRY_MILLISECONDS = 5_000;

/** The notification, if any. While it is shown, the API is called again every few seconds. */
export function useConnectionNotification(): FlashbarProps.MessageDefinition[] {
  const isReachable = useIsReachable();
  const { reconnect, isReconnecting } = useReconnect();
  useEffect(() => {
    if (isReachable || isReconnecting) return;
    const timer = setTimeout(reconnect, RETRY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isReachable, isReconnecting, reconnect]);
  if (isReachable) return [];
  return [
    {
      id: 'connection',
      type: 'warning',
      ariaRole: 'alert',
      header: 'The service can’t be reached',
      content: 'This page may be out of date. Your input is kept, and the panel retries every few seconds.',
      action: (
        <Button onClick={() => reconnect()} loading={isReconnecting} loadingText="Retrying">
          Retry now
        </Button>
      ),
    },
  ];
}
