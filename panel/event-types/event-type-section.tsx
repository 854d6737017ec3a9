/** One event: its name and description, and its payload when expanded. */
import ColumnLayout from '@cloudscape-design/components/column-layout';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';
import type { EventType } from '../shared/api-types.ts';
import { AppLink } from '../shared/app-link.tsx';
import { copyResults } from '../shared/copyable.tsx';
import { TextView } from '../shared/text-view.tsx';
import { describeValue } from './describe-value.ts';

interface EventTypeSectionProps {
  readonly eventType: EventType;
  /** The only event found is expanded at once. */
  readonly isOnlyOne: boolean;
}

export function EventTypeSection({ eventType, isOnlyOne }: EventTypeSectionProps) {
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

interface Key {
  readonly key: string;
  readonly description: string;
}

const columns: TableProps.ColumnDefinition<Key>[] = [
  { id: 'key', header: 'Key in data', cell: ({ key }) => key, isRowHeader: true, minWidth: 150 },
  { id: 'description', header: 'Value in the sample', cell: ({ description }) => description },
];

function EventTypeDetail({ eventType: { event, keys, sample } }: Pick<EventTypeSectionProps, 'eventType'>) {
  const body = JSON.stringify({ event, data: sample }, null, 2);
  return (
    <ColumnLayout columns={2}>
      <SpaceBetween size="s">
        <Table
          variant="borderless"
          items={keys.map((key) => ({ key, description: key in sample ? describeValue(sample[key]) : '–' }))}
          columnDefinitions={columns}
          trackBy="key"
          ariaLabels={{ tableLabel: `Payload of ${event}` }}
          contentDensity="compact"
          wrapLines
        />
        <AppLink to={`/webhooks/create?events=${encodeURIComponent(event)}`}>Create a webhook for this event</AppLink>
      </SpaceBetween>
      <SpaceBetween size="xs">
        <Header
          variant="h3"
          actions={
            <CopyToClipboard
              variant="icon"
              textToCopy={body}
              copyButtonAriaLabel={`Copy sample of ${event}`}
              {...copyResults}
            />
          }
        >
          Sample request body
        </Header>
        <TextView text={body} label={`Sample of ${event}`} variant="code" />
      </SpaceBetween>
    </ColumnLayout>
  );
}
