/** When a receiver that reads events itself last did so, and how far behind it is. */
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useRead } from '../../api/api-provider.tsx';
import type { Webhook } from '../../shared/api-types.ts';
import { webhookKey } from '../../shared/queries.ts';
import { RelativeTime, Time } from '../../shared/time.tsx';
import { behindText } from './behind.ts';

/** The API's largest page. */
const MAX_PAGE_SIZE = 100;
const REFRESH_MS = 30_000;

export function LastRead({ webhook }: { readonly webhook: Webhook }) {
  const { pulled } = webhook;
  const unread = useUnread(webhook);
  return (
    <SpaceBetween size="xxs">
      {pulled === undefined ? (
        'Never'
      ) : (
        <>
          <RelativeTime at={pulled.at} />
          <Box variant="small">
            It had everything up to <Time at={pulled.until} />
          </Box>
        </>
      )}
      {unread && <Box variant="small">{behindText(unread, webhook)}</Box>}
    </SpaceBetween>
  );
}

/** A page of the events that were accepted since the latest read, or since the webhook was created. */
function useUnread({ webhookId, pulled, createdAt }: Webhook) {
  const since = pulled?.until ?? createdAt;
  const { data } = useRead(
    [...webhookKey(webhookId), 'unread', since],
    (client, options) => client.listEvents({ query: { since, limit: MAX_PAGE_SIZE } }, options),
    { refetchInterval: REFRESH_MS },
  );
  return data;
}
