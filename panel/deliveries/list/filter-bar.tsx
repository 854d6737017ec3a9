/** The filters: webhook, state, event and result as tokens, and when the event was accepted. */
import FormField from '@cloudscape-design/components/form-field';
import PropertyFilter, { type PropertyFilterProps } from '@cloudscape-design/components/property-filter';
import { DeliveryResult } from '../../../contract/delivery-classes.ts';
import { DeliveryState } from '../../../contract/delivery-states.ts';
import { classTitle } from '../../shared/delivery-texts.ts';
import { useEventTypes, useWebhooks } from '../../shared/queries.ts';
import { nameOf } from '../../shared/texts.ts';
import { TimeRangeField } from '../../shared/time-range-field.tsx';
import { type Filters, filtersOf, searchParamsOf } from './list-address.ts';

interface FilterBarProps {
  readonly filters: Filters;
  /** Deliveries to all webhooks, of which one can be chosen. */
  readonly isOfAll: boolean;
  readonly onChange: (filters: Filters) => void;
  /** The API's error message about the event's name. */
  readonly eventError: string | undefined;
}

/** Names as they are in the address. */
const names = { webhook: 'Webhook', state: 'State', event: 'Event', result: 'Result' } as const;
type Name = keyof typeof names;

export function FilterBar({ filters, isOfAll, onChange, eventError }: FilterBarProps) {
  const options = useOptions(isOfAll);
  const textOf = (propertyKey: Name, value: unknown): string =>
    options.find((one) => one.propertyKey === propertyKey && one.value === value)?.label ?? String(value);
  const shown = (['webhook', 'state', 'event', 'result'] as const).filter((name) => isOfAll || name !== 'webhook');
  const { range } = filters;
  return (
    <div className="log-filter">
      <FormField stretch {...(eventError !== undefined && { errorText: eventError })}>
        <PropertyFilter
          query={{ tokens: tokensOf(filters), operation: 'and' }}
          onChange={({ detail }) => onChange({ ...filtersOfTokens(detail.tokens), range })}
          filteringProperties={shown.map((key) => ({
            key,
            propertyLabel: names[key],
            groupValuesLabel: `${names[key]} values`,
            operators: [{ operator: '=', format: (value) => textOf(key, value) }],
          }))}
          filteringOptions={options}
          hideOperations
          disableFreeTextFiltering
          filteringPlaceholder={`By ${shown.map((name) => names[name].toLowerCase()).join(', ')}`}
          filteringAriaLabel="Filter"
          expandToViewport
        />
      </FormField>
      <TimeRangeField
        range={range}
        label="When the event was accepted"
        placeholder="Accepted at any time"
        isOptional
        onChange={(chosen) => onChange({ ...filters, range: chosen })}
      />
    </div>
  );
}

const stateTexts = { delivered: 'Delivered', retrying: 'Retrying', failed: 'Failed' } as const;

/** Values to choose from. A result can be any status code, and an event any name. */
function useOptions(isOfAll: boolean) {
  const events = useEventTypes().data?.results ?? [];
  const webhooks = useWebhooks(false).data?.results ?? [];
  const option = (propertyKey: Name, value: string, label = value) => ({ propertyKey, value, label });
  return [
    ...(isOfAll ? webhooks.map((one) => option('webhook', one.webhookId, nameOf(one))) : []),
    ...DeliveryState.options.map((state) => option('state', state, stateTexts[state])),
    ...events.map(({ event }) => option('event', event)),
    ...DeliveryResult.options.map((one) => option('result', one, classTitle(one))),
  ];
}

const tokensOf = (filters: Filters): PropertyFilterProps.Token[] =>
  [...searchParamsOf(filters)]
    .filter(([name]) => name in names)
    .map(([propertyKey, value]) => ({ propertyKey, operator: '=', value }));

/** Of two values for one property the later one counts; what is neither a class nor a status code is no result. */
const filtersOfTokens = (tokens: readonly PropertyFilterProps.Token[]): Filters =>
  filtersOf(new URLSearchParams(Object.fromEntries(tokens.map(({ propertyKey, value }) => [propertyKey, value]))));
