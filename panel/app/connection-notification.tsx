/** The notification that is shown while the API is unreachable. */
import Button from '@cloudscape-design/components/button';
import type { FlashbarProps } from '@cloudscape-design/components/flashbar';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useIsReachable } from '../api/api-provider.tsx';

const RETRY_MILLISECONDS = 5_000;

/** The notification, if any. While it is shown, the screen's data is fetched again every few seconds. */
export function useConnectionNotification(): FlashbarProps.MessageDefinition[] {
  const isReachable = useIsReachable();
  const queries = useQueryClient();
  useEffect(() => {
    if (isReachable) return;
    const timer = setInterval(() => void queries.refetchQueries({ type: 'active' }), RETRY_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isReachable, queries]);
  if (isReachable) return [];
  return [
    {
      id: 'connection',
      type: 'warning',
      ariaRole: 'alert',
      header: 'The service can’t be reached',
      content: 'This page may be out of date. Your input is kept, and the panel retries every few seconds.',
      action: <Button onClick={() => void queries.refetchQueries({ type: 'active' })}>Retry now</Button>,
    },
  ];
}
