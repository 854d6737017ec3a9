/** What the latest deliveries say: their events, how long they took from acceptance, and what waits. */
import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DeliveryState } from '@social-platform-services/client';
import { useRead } from '../api/api-provider.tsx';
import { NotLoaded } from '../shared/error-alert.tsx';
import { Section } from '../shared/page.tsx';
import { webhookKey } from '../shared/queries.ts';
import { counted, numberText } from '../shared/texts.ts';
import { RelativeTime } from '../shared/time.tsx';
import { countdownText } from '../shared/time-texts.ts';
import { CountBars } from './count-bars.tsx';
import { backlogOf, delaysOf, eventCounts, MAX_PAGE_SIZE } from './delivery-summary.ts';

interface LatestDeliveriesProps {
  /** Undefined for those of all webhooks. */
  readonly webhookId?: string;
}

export function LatestDeliveries({ webhookId }: LatestDeliveriesProps) {
  const query = useLatest(webhookId);
  if (query.data === undefined) return <NotLoaded what="the latest deliveries" query={query} />;
  const { all, retrying } = query.data;
  if (all.results.length === 0) return null;
  const log = webhookId === undefined ? '#/deliveries' : `#/webhooks/${webhookId}/deliveries`;
  const delays = delaysOf(all.results);
  const backlog = backlogOf(retrying);
  const deliveries = counted(all.results.length, 'delivery', 'deliveries');
  return (
    <Section
      title="Events, delay and backlog"
      description={`These figures are about ${all.start === undefined ? deliveries : `the latest ${deliveries}`}. Test events are not included.`}
    >
      <ColumnLayout columns={2} minColumnWidth={300}>
        <CountBars
          title="Deliveries by event"
          tone="neutral"
          counts={eventCounts(all.results)}
          textOf={(event) => event}
          linkOf={(event) => `${log}?${new URLSearchParams({ event })}`}
        />
        <SpaceBetween size="m">
          <KeyValuePairs
            columns={2}
            minColumnWidth={150}
            items={[
              { label: 'Half delivered within', value: delayText(delays?.half) },
              { label: '95% delivered within', value: delayText(delays?.most) },
              {
                label: 'Waiting',
                value:
                  backlog.count === 0 ? (
                    'None'
                  ) : (
                    <Link href={`${log}?state=retrying`}>
                      {backlog.isPart && 'At least '}
                      {numberText(backlog.count)}
                    </Link>
                  ),
              },
              {
                label: 'Oldest event that waits',
                value:
                  backlog.oldest === undefined ? (
                    '–'
                  ) : (
                    <>
                      <RelativeTime at={backlog.oldest} />
                      {backlog.isPart && ' or earlier'}
                    </>
                  ),
              },
            ]}
          />
          <Box color="text-body-secondary" fontSize="body-s">
            The delay is the time from the acceptance of an event until its receiver has it, with all retries; the
            response time is that of one attempt.
          </Box>
        </SpaceBetween>
      </ColumnLayout>
    </Section>
  );
}

const delayText = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '–' : milliseconds < 1_000 ? 'a second' : (countdownText(milliseconds) ?? 'a second');

const REFRESH_MS = 30_000;

/** The latest deliveries, and the latest of those that wait; one page of each. */
const useLatest = (webhookId: string | undefined) =>
  useRead(
    [...(webhookId === undefined ? ['deliveries'] : webhookKey(webhookId)), 'latest'],
    async (client, options) => {
      const list = async (state?: DeliveryState) => {
        const query = { state, limit: MAX_PAGE_SIZE };
        const page =
          webhookId === undefined
            ? await client.listNetworkDeliveries({ query }, options)
            : await client.listDeliveries({ parameters: { webhookId }, query }, options);
        return { ...page, results: page.results.filter(({ isTest }) => !isTest) };
      };
      const [all, retrying] = await Promise.all([list(), list('retrying')]);
      return { all, retrying };
    },
    { refetchInterval: REFRESH_MS },
  );
