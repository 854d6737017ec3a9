/** The filter fields: state, event, result of the last attempt, and when the event was accepted. */
import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import Grid from '@cloudscape-design/components/grid';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { useEventTypes } from '../../shared/event-types-query.ts';
import { TimeRangeField } from '../../shared/time-range-field.tsx';
import { type Filters, states } from './filters.ts';
import { ResultField } from './result-field.tsx';

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
  /** The API's error message about the event's name. */
  readonly eventError: string | undefined;
}

const ANY = 'any';
const stateOptions = [
  { value: ANY, label: 'Any state' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'retrying', label: 'Retrying' },
  { value: 'failed', label: 'Failed' },
];

export function FilterBar({ filters, onChange, eventError }: FilterBarProps) {
  const { state, event, result, range } = filters;
  return (
    <Grid
      gridDefinition={[
        { colspan: { default: 12, xxs: 6, m: 2 } },
        { colspan: { default: 12, xxs: 6, m: 3 } },
        { colspan: { default: 12, xxs: 6, m: 3 } },
        { colspan: { default: 12, xxs: 6, m: 4 } },
      ]}
    >
      <FormField label="State" stretch>
        <Select
          selectedOption={stateOptions.find(({ value }) => value === (state ?? ANY)) ?? null}
          options={stateOptions}
          onChange={({ detail }) =>
            onChange({ ...filters, state: states.find((one) => one === detail.selectedOption.value) })
          }
        />
      </FormField>
      <FormField label="Event" stretch {...(eventError !== undefined && { errorText: eventError })}>
        <EventField
          key={event ?? ''}
          event={event ?? ''}
          onChange={(chosen) => onChange({ ...filters, event: chosen || undefined })}
        />
      </FormField>
      <FormField label="Result" stretch>
        <ResultField
          key={JSON.stringify(result)}
          result={result}
          onChange={(chosen) => onChange({ ...filters, result: chosen })}
        />
      </FormField>
      <FormField label="Accepted" stretch>
        <TimeRangeField
          range={range}
          label="When the event was accepted"
          placeholder="Any time"
          isOptional
          onChange={(chosen) => onChange({ ...filters, range: chosen })}
        />
      </FormField>
    </Grid>
  );
}

interface EventFieldProps {
  readonly event: string;
  readonly onChange: (event: string) => void;
}

/** An event's name, from the catalogue or any other. It applies when it is chosen, or when the field loses the focus. */
function EventField({ event, onChange }: EventFieldProps) {
  const catalogue = useEventTypes();
  const [typed, setTyped] = useState(event);
  const commit = (value: string) => {
    if (value.trim() !== event) onChange(value.trim());
  };
  return (
    <Autosuggest
      value={typed}
      onChange={({ detail }) => {
        setTyped(detail.value);
        if (detail.value === '') commit('');
      }}
      onSelect={({ detail }) => commit(detail.value)}
      onBlur={() => commit(typed)}
      options={(catalogue.data?.results ?? []).map(({ event: value, description }) => ({ value, description }))}
      enteredTextLabel={(value) => `Search for ${value}`}
      placeholder="Any event"
      ariaLabel="Event"
      clearAriaLabel="Any event"
      empty="No matching event in the catalogue"
      expandToViewport
    />
  );
}
