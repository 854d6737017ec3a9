/** Notifications that stay as long as their cause: the API is unreachable or called too often, or an opened link is damaged. */
import Button from '@cloudscape-design/components/button';
import type { FlashbarProps } from '@cloudscape-design/components/flashbar';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi, useClient } from '../api/api-provider.tsx';
import { useSession } from '../session/session-provider.tsx';
import { Countdown } from '../shared/time.tsx';
import { MALFORMED_LINK } from '../sign-in/sign-in-screen.tsx';

const RETRY_MILLISECONDS = 5_000;

/** The notification, if any. While it is shown, the API is called again every few seconds. */
export function useConnectionNotification(): FlashbarProps.MessageDefinition[] {
  const { isReachable } = useApi();
  const client = useClient();
  const queries = useQueryClient();
  // Fetches the data of the screen again; for a screen without any, calls the health check.
  const { mutate: reconnect, isPending: isReconnecting } = useMutation({
    mutationFn: async () => {
      const hasData = queries.getQueryCache().findAll({ type: 'active' }).length > 0;
      if (hasData) await queries.refetchQueries({ type: 'active' }, { throwOnError: true });
      else await client.getHealth();
    },
  });
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

/** The notification, if any. */
export function useThrottleNotification(): FlashbarProps.MessageDefinition[] {
  const { throttledUntil: until } = useApi();
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

/** The notification, if any. */
export function useLinkNotification(): FlashbarProps.MessageDefinition[] {
  const { openedLink, closeLink } = useSession();
  if (openedLink?.kind !== 'malformed') return [];
  return [
    {
      id: 'link',
      type: 'error',
      ariaRole: 'alert',
      content: `${MALFORMED_LINK} You are still signed in as before.`,
      dismissible: true,
      dismissLabel: 'Dismiss',
      onDismiss: closeLink,
    },
  ];
}
