/** Says that the service can't be reached, for as long as that is so. */
import Button from '@cloudscape-design/components/button';
import type { FlashbarProps } from '@cloudscape-design/components/flashbar';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from '../shared/store.ts';
import { connection } from './connection.ts';

const TRY_AGAIN_MILLISECONDS = 5_000;

/** The notice, or nothing. While it is shown, what the screen shows is fetched again every few seconds. */
export function useConnectionNotice(): FlashbarProps.MessageDefinition[] {
  const isLost = useStore(connection) === 'lost';
  const queries = useQueryClient();
  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(() => void queries.refetchQueries({ type: 'active' }), TRY_AGAIN_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isLost, queries]);
  if (!isLost) return [];
  return [
    {
      id: 'connection',
      type: 'warning',
      ariaRole: 'alert',
      header: 'The service can’t be reached',
      content: 'What you see may be out of date. Nothing that you typed is lost; it is tried again every few seconds.',
      action: <Button onClick={() => void queries.refetchQueries({ type: 'active' })}>Try now</Button>,
    },
  ];
}
