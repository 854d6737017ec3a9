/** The log as filtered, as CSV. */
import { useClient } from '../../api/api-provider.tsx';
import { classTitle } from '../../shared/delivery-texts.ts';
import { Download } from '../../shared/download.tsx';
import { useWebhooks } from '../../shared/queries.ts';
import { destinationOf } from '../../shared/texts.ts';
import type { Filters } from './list-address.ts';
import { logReader } from './use-list.ts';

interface LogDownloadProps {
  readonly webhookId: string | undefined;
  readonly filters: Filters;
}

const columns = [
  'Event accepted',
  'State',
  'Result',
  'Status',
  'Event',
  'Attempts',
  'Last attempt',
  'Next attempt',
  'Webhook',
  'Webhook ID',
  'Event ID',
  'Delivery ID',
  'Trace ID',
];

/** The most that the API returns at once. */
const ROWS_PER_REQUEST = 100;

export function LogDownload({ webhookId, filters }: LogDownloadProps) {
  const client = useClient();
  const urls = new Map(useWebhooks(false).data?.results.map((one) => [one.webhookId, destinationOf(one)]));
  const read = logReader(client, webhookId, filters, ROWS_PER_REQUEST);
  return (
    <Download
      name="deliveries"
      columns={columns}
      read={async (start, signal) => {
        const page = await read(start, { signal });
        const rows = page.results.map((one) => [
          one.createdAt,
          one.state,
          classTitle(one.class),
          one.statusCode,
          one.event,
          one.attemptCount,
          one.lastAttemptAt,
          one.nextAttemptAt,
          urls.get(one.webhookId),
          one.webhookId,
          one.eventId,
          one.deliveryId,
          one.traceId,
        ]);
        return { rows, start: page.start };
      }}
    />
  );
}
