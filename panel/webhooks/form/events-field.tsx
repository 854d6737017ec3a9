/** Which events the webhook subscribes to: all, or those chosen from the catalogue or typed. */
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Multiselect from '@cloudscape-design/components/multiselect';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useEventTypes } from '../../shared/queries.ts';
import { ALL_NOTICES, countMatches, matchesNotices, withoutCovered } from '../event-patterns.ts';
import type { Draft } from './draft.ts';
import { eventOptions } from './event-options.ts';

interface EventsFieldProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly error: string | undefined;
}

export function EventsField({ draft: { allEvents, patterns }, onChange, error }: EventsFieldProps) {
  return (
    <SpaceBetween size="s">
      <FormField label="Events" stretch>
        <RadioGroup
          value={allEvents ? 'all' : 'some'}
          onChange={({ detail }) => onChange({ allEvents: detail.value === 'all' })}
          items={[
            { value: 'all', label: 'All events', description: 'This includes events that are added in the future.' },
            { value: 'some', label: 'Some events', description: 'Individual events, or groups such as channel.*.' },
          ]}
        />
      </FormField>
      {allEvents && (
        <Checkbox
          checked={patterns.some(matchesNotices)}
          onChange={({ detail }) => {
            const others = patterns.filter((pattern) => !matchesNotices(pattern));
            onChange({ patterns: detail.checked ? [...others, ALL_NOTICES] : others });
          }}
          description="When another webhook is down, back or disabled. Not part of all events."
        >
          Notices about other webhooks
        </Checkbox>
      )}
      {!allEvents && (
        <EventPicker patterns={patterns} onChange={(chosen) => onChange({ patterns: chosen })} error={error} />
      )}
    </SpaceBetween>
  );
}

interface EventPickerProps {
  readonly patterns: readonly string[];
  readonly onChange: (patterns: readonly string[]) => void;
  readonly error: string | undefined;
}

function EventPicker({ patterns, onChange, error }: EventPickerProps) {
  const [typed, setTyped] = useState('');
  const catalogue = useEventTypes();
  const eventTypes = catalogue.data?.results ?? [];
  const names = eventTypes.map(({ event }) => event);
  const matches = countMatches(patterns, names);
  return (
    <FormField
      label="Names and patterns"
      description="Choose from the catalogue, or type a name such as app.opened or a pattern such as app.*."
      constraintText={
        patterns.length > 0 && names.length > 0 && `Matches ${matches} of ${names.length} events in the catalogue.`
      }
      errorText={error}
    >
      <Multiselect
        selectedOptions={patterns.map((pattern) => ({ value: pattern, label: pattern }))}
        onChange={({ detail }) =>
          onChange(withoutCovered(detail.selectedOptions.flatMap(({ value }) => (value === undefined ? [] : [value]))))
        }
        options={eventOptions(eventTypes, patterns, typed)}
        filteringType="manual"
        onLoadItems={({ detail }) => setTyped(detail.filteringText.trim())}
        filteringPlaceholder="Find an event, or type a pattern"
        filteringAriaLabel="Find an event, or type a pattern"
        placeholder="Choose events"
        statusType={catalogue.isPending ? 'loading' : catalogue.isError ? 'error' : 'finished'}
        loadingText="Loading the catalogue"
        errorText="The catalogue could not be loaded. You can still type patterns."
        recoveryText="Try again"
        empty="No matching event in the catalogue. You can type a name such as app.opened or a pattern such as app.*."
        tokenLimit={12}
        keepOpen
        ariaRequired
      />
    </FormField>
  );
}
