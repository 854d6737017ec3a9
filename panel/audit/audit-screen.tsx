/** The audit trail: who changed what in the network, or one of its webhooks. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { AuditEntry } from '@social-platform-services/client';
import { useSearchParams } from 'react-router';
import { auditActions } from '../../contract/audit-actions.ts';
import { useClient, useReadPages } from '../api/api-provider.tsx';
import { type Columns, DataTable } from '../shared/data-table.tsx';
import { useWebhookName, WebhookLink } from '../shared/delivery.tsx';
import { Download } from '../shared/download.tsx';
import { NotLoaded } from '../shared/error-alert.tsx';
import { Page } from '../shared/page.tsx';
import { useStageSettings } from '../shared/stage-settings.ts';
import { Breakable } from '../shared/text-view.tsx';
import { actorText, counted, MAX_URL_LENGTH, shortened } from '../shared/texts.ts';
import { Time } from '../shared/time.tsx';
import { changesToShow, changeText } from './entry-texts.ts';

export function Screen() {
  const [params] = useSearchParams();
  const webhookId = params.get('webhookId') ?? undefined;
  const webhookName = useWebhookName(webhookId ?? '');
  const query = useAudit(webhookId);
  const { auditDays } = useStageSettings().retention;
  const { data, results, error, isFetchingNextPage, hasNextPage, fetchNextPage } = query;
  return (
    <Page
      title="Audit trail"
      description={`Who changed what in this network in the last ${counted(auditDays, 'day', 'days')}. Secrets and values of custom headers are never recorded.`}
      actions={
        webhookId !== undefined && (
          <SpaceBetween direction="horizontal" size="xs">
            <Button href={`#/webhooks/${webhookId}`}>View webhook</Button>
            <Button href="#/audit">Show all entries</Button>
          </SpaceBetween>
        )
      }
    >
      {(data === undefined || error !== null) && <NotLoaded what="the audit trail" query={query} />}
      {data !== undefined && (
        <DataTable
          title={webhookId === undefined ? 'All entries' : `Webhook ${webhookName}`}
          label="Audit trail"
          row="Entry"
          actions={<AuditDownload webhookId={webhookId} />}
          items={results}
          columns={columns}
          trackBy="entryId"
          empty="No entries yet. A change is listed here within a few seconds."
          footer={
            hasNextPage && (
              <Box textAlign="center">
                <Button onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
                  Show older entries
                </Button>
              </Box>
            )
          }
          contentDensity="compact"
        />
      )}
    </Page>
  );
}

const columns: Columns<AuditEntry> = [
  { id: 'time', header: 'Time', cell: ({ at }) => <Time at={at} />, minWidth: 130 },
  { id: 'who', header: 'Who', cell: ({ by }) => <Breakable>{actorText(by)}</Breakable>, minWidth: 120 },
  { id: 'what', header: 'What', cell: ({ action }) => auditActions[action], isRowHeader: true, minWidth: 160 },
  { id: 'details', header: 'Details', cell: (entry) => <Details entry={entry} />, minWidth: 240 },
  {
    id: 'webhook',
    header: 'Webhook',
    // It may be deleted, so the link shows its entries and not its page.
    cell: ({ webhookId }) =>
      webhookId === undefined ? '–' : <WebhookLink webhookId={webhookId} href={`#/audit?webhookId=${webhookId}`} />,
    minWidth: 160,
  },
];

function Details({ entry }: { readonly entry: AuditEntry }) {
  const { deliveryId, webhookId } = entry;
  const changes = changesToShow(entry);
  if (deliveryId !== undefined) {
    return <Link href={`#/webhooks/${webhookId}/deliveries/${deliveryId}`}>View delivery</Link>;
  }
  if (changes.length === 0) return '–';
  return changes.map((change) => <Change key={change.field} text={changeText(change)} />);
}

/** Characters of a change that are shown at once. */
const MOST = 240;

/** One change; all of a long one, such as of a URL with a token, is shown on request. */
const Change = ({ text }: { readonly text: string }) =>
  text.length <= MOST ? (
    <div>
      <Breakable>{text}</Breakable>
    </div>
  ) : (
    <ExpandableSection variant="inline" headerText={<Breakable>{shortened(text, MAX_URL_LENGTH)}</Breakable>}>
      <Breakable>{text}</Breakable>
    </ExpandableSection>
  );

const ENTRIES_PER_PAGE = 50;
const REFRESH_MS = 10_000;

/** The latest entries first; of one webhook, if given. */
const useAudit = (webhookId: string | undefined) =>
  useReadPages(
    ['audit', webhookId ?? null],
    (client, start, options) => client.listAudit({ query: { webhookId, start, limit: ENTRIES_PER_PAGE } }, options),
    () => REFRESH_MS,
  );

/** The most that the API returns at once. */
const ENTRIES_PER_REQUEST = 100;

/** The audit trail as it is shown, as CSV. */
function AuditDownload({ webhookId }: { readonly webhookId: string | undefined }) {
  const client = useClient();
  return (
    <Download
      name="entries"
      columns={['Time', 'Who', 'What', 'Details', 'Webhook ID', 'Delivery ID']}
      read={async (start, signal) => {
        const query = { webhookId, start, limit: ENTRIES_PER_REQUEST };
        const page = await client.listAudit({ query }, { signal });
        const rows = page.results.map((entry) => {
          const { at, by, action, webhookId: of, deliveryId } = entry;
          const details = changesToShow(entry).map(changeText).join('; ');
          return [at, actorText(by), auditActions[action], details, of, deliveryId];
        });
        return { rows, start: page.start };
      }}
    />
  );
}
