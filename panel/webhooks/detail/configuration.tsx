/** A webhook's state and configuration. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Token from '@cloudscape-design/components/token';
import { useState } from 'react';
import { ForAdmins, useSession } from '../../session/session-provider.tsx';
import type { Webhook } from '../../shared/api-types.ts';
import { Section } from '../../shared/page.tsx';
import { Breakable, Copyable, ID_FIELD } from '../../shared/text-view.tsx';
import { actorText, HIDDEN_VALUE, MAX_URL_LENGTH } from '../../shared/texts.ts';
import { Time } from '../../shared/time.tsx';
import { ceilingText } from '../ceiling-text.ts';
import { ALL_EVENTS, eventsText } from '../event-patterns.ts';
import { WebhookState } from '../webhook-state.tsx';
import { LastRead } from './last-read.tsx';

export function Configuration({ webhook }: { readonly webhook: Webhook }) {
  const { webhookId, url, eventBus, pull, events, filter, headers, legacySignature, createdAt, updatedAt, updatedBy } =
    webhook;
  return (
    <Section title="Configuration">
      <KeyValuePairs
        columns={3}
        minColumnWidth={ID_FIELD}
        items={[
          { label: 'State', value: <WebhookState webhook={webhook} /> },
          pull
            ? { label: 'Last read', value: <LastRead webhook={webhook} /> }
            : eventBus === undefined
              ? { label: 'URL', value: <Copyable text={url ?? ''} what="URL" most={MAX_URL_LENGTH} /> }
              : { label: 'Event bus', value: <Copyable text={eventBus} what="event bus" /> },
          { label: 'Webhook ID', value: <Copyable text={webhookId} what="webhook ID" /> },
          { label: 'Events', value: <EventList patterns={events} /> },
          ...(filter === undefined
            ? []
            : [{ label: 'Filter', value: <Copyable text={JSON.stringify(filter)} what="filter" /> }]),
          // A bus gets events without requests of ours.
          ...(eventBus === undefined && !pull
            ? [
                { label: 'Custom headers', value: <CustomHeaders headers={headers} /> },
                { label: 'Legacy request', value: legacySignature ? 'On: each event is posted twice' : 'Off' },
              ]
            : []),
          ...(webhook.paceSetBy === undefined ? [] : [{ label: 'Ceiling', value: ceilingText(webhook) }]),
          pull
            ? {
                label: 'Address of its events',
                value: <ApiAddress path={`/webhooks/${webhookId}/events`} guide="pull" text="Read events" />,
              }
            : {
                label: 'Ledger',
                value: (
                  <ApiAddress
                    path={`/webhooks/${webhookId}/ledger`}
                    guide="reconcile"
                    text="Check for missing events"
                  />
                ),
              },
          { label: 'Created', value: <Time at={createdAt} /> },
          { label: 'Last changed', value: <Time at={updatedAt} /> },
          {
            label: 'Last changed by',
            value: (
              <>
                <Breakable>{updatedBy === undefined ? 'Not recorded' : actorText(updatedBy)}</Breakable> (
                <Link href={`#/audit?webhookId=${webhookId}`}>all changes</Link>)
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** The events that a webhook subscribes to. */
const EventList = ({ patterns }: { readonly patterns: readonly string[] }) =>
  patterns.includes(ALL_EVENTS) ? (
    eventsText(patterns)
  ) : (
    <SpaceBetween direction="horizontal" size="xxs">
      {patterns.map((pattern) => (
        <Token key={pattern} variant="inline" label={pattern} />
      ))}
    </SpaceBetween>
  );

/** A webhook's custom headers. Their values may be API keys, so they are hidden at first. */
function CustomHeaders({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const [isShown, setIsShown] = useState(false);
  const entries = Object.entries(headers);
  if (entries.length === 0) return 'None';
  return (
    <SpaceBetween size="xxs">
      {entries.map(([name, value]) => (
        <Box key={name} variant="code">
          <Breakable>
            {name}: {isShown ? value : HIDDEN_VALUE}
          </Breakable>
        </Box>
      ))}
      {/* The API does not tell viewers the values. */}
      <ForAdmins>
        <Button variant="inline-link" onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide values' : 'Show values'}
        </Button>
      </ForAdmins>
    </SpaceBetween>
  );
}

/** An address that receivers call, and the guide that says how. */
function ApiAddress({ path, guide, text }: { readonly path: string; readonly guide: string; readonly text: string }) {
  const apiUrl = useSession().config.apiUrl.replace(/\/$/, '');
  return (
    <SpaceBetween size="xxs">
      <Copyable text={`${apiUrl}${path}`} what="address" />
      <Link href={`/docs/guides/${guide}.html`} external>
        {text}
      </Link>
    </SpaceBetween>
  );
}
