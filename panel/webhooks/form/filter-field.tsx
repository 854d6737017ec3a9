/** The filter of a webhook, made by choosing values of a sample event, which shows at once whether it matches, and why. */
import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { prettyJson } from '../../../contract/json-format.ts';
import { useRead } from '../../api/api-provider.tsx';
import { useEventTypes } from '../../shared/queries.ts';
import { Breakable } from '../../shared/text-view.tsx';
import { filterText } from './draft.ts';
import { verdictOn } from './filter-check.ts';
import { hasValue, type SampleValue, valuesOf, withValue } from './filter-values.ts';

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
  const [isOpen, setOpen] = useState(value !== '');
  const verdict = verdictOn(value, sample.text);
  const isAwaited = sample.isLoading && verdict.type === 'info' && value.trim() !== '';
  return (
    <ExpandableSection
      headerText="Filter – optional"
      headerDescription="Choose events by their content. The service does not send events that the filter does not match."
      expanded={isOpen || error !== undefined}
      onChange={({ detail }) => setOpen(detail.expanded)}
    >
      <ColumnLayout columns={2} minColumnWidth={280}>
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
          <Box color="text-body-secondary">Choose the values that events must have:</Box>
          <ul className="sample-values" aria-label="Members of the sample event">
            {valuesOf(sample.text).map((one) => (
              <ValueToggle key={nameOf(one)} one={one} filter={value} onChange={onChange} />
            ))}
          </ul>
          <ExpandableSection variant="inline" headerText="The sample as JSON">
            <Textarea value={sample.text} readOnly rows={ROWS} ariaLabel="Sample event" />
          </ExpandableSection>
        </SpaceBetween>
        <SpaceBetween size="xs">
          <FormField
            label="Filter"
            description="An event pattern of Amazon EventBridge over event and data."
            errorText={error}
            stretch
          >
            <Textarea
              value={value}
              onChange={({ detail }) => onChange(detail.value)}
              placeholder={'{"data":{"messages":{"channelId":["c1"]}}}'}
              rows={ROWS}
              spellcheck={false}
              disableBrowserAutocorrect
            />
          </FormField>
          <div role="status">
            {isAwaited ? (
              <StatusIndicator type="loading">Loading the sample</StatusIndicator>
            ) : (
              <StatusIndicator type={verdict.type}>{verdict.text}</StatusIndicator>
            )}
          </div>
        </SpaceBetween>
      </ColumnLayout>
    </ExpandableSection>
  );
}

interface ValueToggleProps {
  readonly one: SampleValue;
  readonly filter: string;
  readonly onChange: (filter: string) => void;
}

/** A value of the sample: a click has the filter ask for it, or no more. */
function ValueToggle({ one, filter, onChange }: ValueToggleProps) {
  const changed = withValue(filter, one);
  return (
    <li>
      <button
        type="button"
        aria-pressed={hasValue(filter, one)}
        disabled={changed === undefined}
        onClick={() => changed !== undefined && onChange(changed)}
      >
        <Breakable>{nameOf(one)}</Breakable>
      </button>
    </li>
  );
}

const nameOf = ({ path, value }: SampleValue): string => `${path.join('.')}: ${JSON.stringify(value)}`;

/** The samples to choose from, and the text of the chosen one; empty until it is loaded. */
function useSample() {
  const catalogue = useEventTypes();
  const types = catalogue.data?.results ?? [];
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
  return {
    options,
    chosen,
    choose,
    text: text ?? '',
    isLoading: eventId === undefined ? catalogue.isLoading : posted.isLoading,
  };
}
