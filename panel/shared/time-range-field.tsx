/** A field for a range of time: one of the preset spans, any other span, or a start and an end. */
import DateRangePicker, { type DateRangePickerProps } from '@cloudscape-design/components/date-range-picker';
import Icon from '@cloudscape-design/components/icon';
import { formatSpan, presetSpans, rangeError, type Span, type TimeRange, unitNames } from './time-range.ts';
import { minuteText } from './time-texts.ts';

interface TimeRangeFieldProps {
  readonly range: TimeRange | undefined;
  readonly onChange: (range: TimeRange | undefined) => void;
  /** Shown if no range is chosen. */
  readonly placeholder: string;
  readonly label: string;
  /** Whether the range can be cleared. */
  readonly isOptional: boolean;
}

export const TimeRangeField = ({ range, onChange, placeholder, label, isOptional }: TimeRangeFieldProps) => (
  <DateRangePicker
    value={range === undefined ? null : pickerValue(range)}
    onChange={({ detail }) => onChange(detail.value === null ? undefined : pickedRange(detail.value))}
    relativeOptions={presetSpans.map(relativeOf)}
    customRelativeRangeUnits={[...unitNames]}
    isValidRange={validationOf}
    placeholder={placeholder}
    showClearButton={isOptional}
    ariaLabel={label}
    locale="en-GB"
    renderTriggerContent={({ formattedDate }) => (
      <>
        <Icon name="calendar" />{' '}
        {range?.kind === 'between' ? `${minuteText(range.since)} – ${minuteText(range.until)}` : formattedDate}
      </>
    )}
    expandToViewport
    i18nStrings={texts}
  />
);

const texts: DateRangePickerProps.I18nStrings = {
  relativeModeTitle: 'Relative range',
  absoluteModeTitle: 'Absolute range',
  relativeRangeSelectionHeading: 'Event accepted in the',
  formatRelativeRange: ({ amount, unit }) => (amount === 1 ? `Last ${unit}` : `Last ${amount} ${unit}s`),
  clearButtonLabel: 'Any time',
};

const relativeOf = (span: Span): DateRangePickerProps.RelativeOption => ({
  key: formatSpan(span),
  amount: span.amount,
  unit: span.unit,
  type: 'relative',
});

function pickerValue(range: TimeRange): DateRangePickerProps.Value {
  if (range.kind === 'between') return { type: 'absolute', startDate: range.since, endDate: range.until };
  const { key, ...span } = relativeOf(range);
  // A value with a key must be one of the presets.
  return presetSpans.some((preset) => formatSpan(preset) === key) ? { key, ...span } : span;
}

function pickedRange(value: DateRangePickerProps.Value): TimeRange | undefined {
  if (value.type === 'absolute') return { kind: 'between', since: value.startDate, until: value.endDate };
  const unit = unitNames.find((one) => one === value.unit);
  return unit === undefined ? undefined : { kind: 'last', amount: value.amount, unit };
}

function validationOf(value: DateRangePickerProps.Value | null): DateRangePickerProps.ValidationResult {
  const range = value === null ? undefined : pickedRange(value);
  const errorMessage = range === undefined ? 'Choose a time range.' : rangeError(range);
  return errorMessage === undefined ? { valid: true } : { valid: false, errorMessage };
}
