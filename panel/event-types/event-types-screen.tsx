/** The event catalogue: every event that the platform sends, with its meaning, its payload and a sample. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import TextFilter from '@cloudscape-design/components/text-filter';
import { useState } from 'react';
import { ForAdmins } from '../session/session-provider.tsx';
import type { EventType } from '../shared/api-types.ts';
import { NotLoaded } from '../shared/error-alert.tsx';
import { Page, Section } from '../shared/page.tsx';
import { useEventTypes } from '../shared/queries.ts';
import { CodeView } from '../shared/text-view.tsx';
import { useSearch } from '../shared/use-search.ts';
import { groupEventTypes } from './catalogue.ts';

export function Screen() {
  const query = useEventTypes();
  const eventTypes = query.data?.results;
  return (
    <Page
      title="Event catalogue"
      {...(eventTypes && { counter: `(${eventTypes.length})` })}
      description="The events that the platform sends. A webhook can subscribe to all of them (*), to a group such as channel.*, or to individual events. Events with other valid names are delivered too."
    >
      {eventTypes === undefined ? (
        <NotLoaded what="the catalogue" query={query} />
      ) : (
        <Catalogue eventTypes={eventTypes} />
      )}
    </Page>
  );
}

function Catalogue({ eventTypes: all }: { readonly eventTypes: readonly EventType[] }) {
  const [search, setSearch] = useSearch();
  const groups = groupEventTypes(all, search);
  const found = groups.reduce((sum, { eventTypes }) => sum + eventTypes.length, 0);
  return (
    <SpaceBetween size="l">
      <TextFilter
        filteringText={search}
        onChange={({ detail }) => setSearch(detail.filteringText)}
        filteringPlaceholder="Find by name, description or key"
        filteringAriaLabel="Find events"
        {...(search !== '' && { countText: found === 1 ? '1 event' : `${found} events` })}
      />
      {found === 0 && (
        <SpaceBetween size="s" alignItems="center">
          <Box>No matching events</Box>
          <Button onClick={() => setSearch('')}>Clear search</Button>
        </SpaceBetween>
      )}
      {groups.map(({ prefix, eventTypes }) => (
        <Section key={prefix} title={prefix} counter={`(${eventTypes.length})`}>
          {eventTypes.map((eventType) => (
            <EventTypeSection key={eventType.event} eventType={eventType} isOnlyOne={found === 1} />
          ))}
        </Section>
      ))}
    </SpaceBetween>
  );
}

interface EventTypeSectionProps {
  readonly eventType: EventType;
  /** The only event found is expanded at once. */
  readonly isOnlyOne: boolean;
}

/** One event: its name and description, and its payload when expanded. */
function EventTypeSection({ eventType, isOnlyOne }: EventTypeSectionProps) {
  const [isOpen, setOpen] = useState(false);
  const expanded = isOpen || isOnlyOne;
  return (
    <ExpandableSection
      headerText={eventType.event}
      headerDescription={eventType.description}
      headingTagOverride="h3"
      expanded={expanded}
      onChange={({ detail }) => setOpen(detail.expanded)}
    >
      {expanded && <EventTypeDetail eventType={eventType} />}
    </ExpandableSection>
  );
}

function EventTypeDetail({ eventType: { event, sample, schema } }: { readonly eventType: EventType }) {
  const documents = [
    { id: 'sample', label: 'Sample request body', of: `sample of ${event}`, value: { event, data: sample } },
    { id: 'schema', label: 'JSON Schema of data', of: `JSON Schema of ${event}`, value: schema },
  ];
  return (
    <SpaceBetween size="s">
      <Tabs
        ariaLabel={`Documentation of ${event}`}
        tabs={documents.map(({ id, label, of, value }) => ({
          id,
          label,
          content: (
            <CodeView
              variant="code"
              text={JSON.stringify(value, null, 2)}
              label={`${of.charAt(0).toUpperCase()}${of.slice(1)}`}
              copyLabel={`Copy ${of}`}
            />
          ),
        }))}
      />
      <ForAdmins>
        <Link href={`#/webhooks/create?events=${encodeURIComponent(event)}`}>Create a webhook for this event</Link>
      </ForAdmins>
    </SpaceBetween>
  );
}
