/** The filter fields: state, event, result of the last attempt, and when the event was accepted. */
import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import Grid from '@cloudscape-design/components/grid';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { deliveryStandings } from '../../../client/webhook-rules.generated.ts';
import { classTitle } from '../../shared/delivery-texts.ts';
import { useEventTypes } from '../../shared/queries.ts';
import { TimeRangeField } from '../../shared/time-range-field.tsx';
import { classes, type Filters, type Result, resultOf, states } from './list-address.ts';

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

interface ResultFieldProps {
  readonly result: Result | undefined;
  readonly onChange: (result: Result | undefined) => void;
}

const options = classes.map((value) => ({ value, label: classTitle(value), description: deliveryStandings[value] }));

/** It applies when it is chosen, or when the field loses the focus. Anything else than a class or a status code is taken back. */
function ResultField({ result, onChange }: ResultFieldProps) {
  const shown = textOf(result);
  const [typed, setTyped] = useState(shown);
  const commit = (value: string) => {
    const chosen = resultOf(value.trim());
    if (value !== '' && chosen === undefined) setTyped(shown);
    else if (textOf(chosen) !== shown) onChange(chosen);
  };
  return (
    <Autosuggest
      value={typed}
      onChange={({ detail }) => {
        setTyped(detail.value);
        if (detail.value === '') commit('');
      }}
      onSelect={({ detail }) => commit(detail.value)}
      onBlur={() => typed !== shown && commit(typed)}
      options={options}
      enteredTextLabel={(value) => `Status code ${value}`}
      placeholder="Any, or a status code"
      ariaLabel="Result"
      clearAriaLabel="Any result"
      empty="Neither a result nor a status code"
      expandToViewport
    />
  );
}

const textOf = (result: Result | undefined): string => {
  if (result === undefined) return '';
  return 'class' in result ? classTitle(result.class) : `${result.statusCode}`;
};
