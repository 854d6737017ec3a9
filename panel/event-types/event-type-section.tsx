/** One event: its name and meaning, and once it is opened, its payload. */
import ColumnLayout from '@cloudscape-design/components/column-layout';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';
import { AppLink } from '../app/app-link.tsx';
import type { EventType } from '../shared/event-types.ts';
import { TextView } from '../shared/text-view.tsx';
import { valueWords } from './value-words.ts';

interface EventTypeSectionProps {
  readonly eventType: EventType;
  /** It is the only one that was found. */
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
  readonly words: string;
}

const columns: TableProps.ColumnDefinition<Key>[] = [
  { id: 'key', header: 'Key of data', cell: ({ key }) => key, isRowHeader: true, minWidth: 150 },
  { id: 'words', header: 'In the sample', cell: ({ words }) => words },
];

function EventTypeDetail({ eventType: { event, keys, sample } }: Pick<EventTypeSectionProps, 'eventType'>) {
  const body = JSON.stringify({ event, data: sample }, null, 2);
  return (
    <ColumnLayout columns={2}>
      <SpaceBetween size="s">
        <Table
          variant="borderless"
          items={keys.map((key) => ({ key, words: key in sample ? valueWords(sample[key]) : '–' }))}
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
              copyButtonAriaLabel={`Copy the sample of ${event}`}
              copySuccessText="Copied"
              copyErrorText="Your browser did not allow copying"
            />
          }
        >
          Sample of what a receiver gets
        </Header>
        <TextView text={body} label={`Sample of ${event}`} look="code" />
      </SpaceBetween>
    </ColumnLayout>
  );
}
