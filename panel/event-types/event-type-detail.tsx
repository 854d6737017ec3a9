/** The payload of an event: its keys, a sample, and its JSON Schema. */
import ColumnLayout from '@cloudscape-design/components/column-layout';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import Tabs from '@cloudscape-design/components/tabs';
import type { EventType } from '../shared/api-types.ts';
import { AppLink } from '../shared/app-link.tsx';
import { CodeView } from '../shared/text-view.tsx';
import { describeValue } from './catalogue.ts';

interface Key {
  readonly key: string;
  readonly description: string;
}

const columns: TableProps.ColumnDefinition<Key>[] = [
  { id: 'key', header: 'Key in data', cell: ({ key }) => key, isRowHeader: true, minWidth: 150 },
  { id: 'description', header: 'Value in the sample', cell: ({ description }) => description },
];

export function EventTypeDetail({ eventType: { event, keys, sample, schema } }: { readonly eventType: EventType }) {
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
      <Tabs
        ariaLabel={`Documentation of ${event}`}
        tabs={[
          {
            id: 'sample',
            label: 'Sample request body',
            content: (
              <CodeView variant="code" text={body} label={`Sample of ${event}`} copyLabel={`Copy sample of ${event}`} />
            ),
          },
          {
            id: 'schema',
            label: 'JSON Schema of data',
            content: (
              <CodeView
                variant="code"
                text={JSON.stringify(schema, null, 2)}
                label={`JSON Schema of ${event}`}
                copyLabel={`Copy JSON Schema of ${event}`}
              />
            ),
          },
        ]}
      />
    </ColumnLayout>
  );
}
