/** The filter of a webhook, beside a sample event that shows at once whether it matches, and which member decides. */
import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { prettyJson } from '../../../contract/json-format.ts';
import { useRead } from '../../api/api-provider.tsx';
import { useEventTypes } from '../../shared/queries.ts';
import { filterText } from './draft.ts';
import { commonFilters, verdictOn } from './filter-check.ts';

interface FilterFieldProps {
  /** JSON; empty for none. */
  readonly value: string;
  readonly onChange: (filter: string) => void;
  readonly error: string | undefined;
}

const RECENT = 'recent:';
const RECENT_EVENTS = 10;
const ROWS = 12;

export function FilterField({ value, onChange, error }: FilterFieldProps) {
  const sample = useSample();
  const verdict = verdictOn(value, sample.text);
  return (
    <ColumnLayout columns={2}>
      <FormField
        label="Filter – optional"
        description="An event pattern of Amazon EventBridge over event and data. Events that it does not match are not sent."
        errorText={error}
        stretch
      >
        <SpaceBetween size="xs">
          <Textarea
            value={value}
            onChange={({ detail }) => onChange(detail.value)}
            placeholder={'{"data":{"messages":{"channelId":["c1"]}}}'}
            rows={ROWS}
            spellcheck={false}
            disableBrowserAutocorrect
          />
          <SpaceBetween direction="horizontal" size="xs">
            {commonFilters(sample.text).map(({ path, filter }) => (
              <Button
                key={path}
                formAction="none"
                iconName="filter"
                ariaLabel={`Only this ${nameOf(path)}: ${path}`}
                onClick={() => onChange(filterText(filter))}
              >
                Only this {nameOf(path)}
              </Button>
            ))}
          </SpaceBetween>
        </SpaceBetween>
      </FormField>
      <SpaceBetween size="xs">
        <FormField label="Sample event" description="From the catalogue, or one that was posted lately." stretch>
          <Select
            selectedOption={
              sample.options.flatMap(({ options }) => options).find((one) => one.value === sample.chosen) ?? null
            }
            options={sample.options}
            onChange={({ detail }) => sample.choose(detail.selectedOption.value ?? '')}
            filteringType="auto"
            placeholder="Choose an event"
          />
        </FormField>
        <div role="status">
          <StatusIndicator type={verdict.type}>{verdict.text}</StatusIndicator>
        </div>
        <Textarea value={sample.text} readOnly rows={ROWS} ariaLabel="Sample event" />
      </SpaceBetween>
    </ColumnLayout>
  );
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** The samples to choose from, and the text of the chosen one; empty until it is loaded. */
function useSample() {
  const types = useEventTypes().data?.results ?? [];
  const [picked, choose] = useState<string>();
  const recent = useRead(['events', 'recent'], (client, options) =>
    client.listEvents({ query: { limit: RECENT_EVENTS } }, options),
  );
  const chosen = picked ?? types.find(({ event }) => event === 'message.didCreate')?.event ?? '';
  const eventId = chosen.startsWith(RECENT) ? chosen.slice(RECENT.length) : undefined;
  const posted = useRead(
    ['events', eventId ?? ''],
    (client, options) => client.showEvent({ parameters: { eventId: eventId ?? '' } }, options),
    { enabled: eventId !== undefined },
  );
  const sample = types.find(({ event }) => event === chosen);
  const options = [
    {
      label: 'Recent events',
      options: (recent.data?.results ?? []).map(({ id, event }) => ({
        value: `${RECENT}${id}`,
        label: event,
        description: id,
      })),
    },
    { label: 'Catalogue', options: types.map(({ event }) => ({ value: event, label: event })) },
  ];
  const text =
    eventId === undefined
      ? sample && filterText({ event: sample.event, data: sample.sample })
      : posted.data?.payload && (prettyJson(posted.data.payload) ?? posted.data.payload);
  return { options, chosen, choose, text: text ?? '' };
}
