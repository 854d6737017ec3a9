/** Picks a range of time: one of the usual spans, any other one, or two moments. */
import DateRangePicker, { type DateRangePickerProps } from '@cloudscape-design/components/date-range-picker';
import { complaintAbout, nameOfSpan, type Span, type TimeRange, unitNames, usualSpans } from './time-range.ts';

interface TimeRangeFieldProps {
  readonly range: TimeRange | undefined;
  readonly onChange: (range: TimeRange | undefined) => void;
  /** Shown where there is no range. */
  readonly placeholder: string;
  readonly label: string;
  /** Whether there may be no range. */
  readonly isOptional: boolean;
}

export const TimeRangeField = ({ range, onChange, placeholder, label, isOptional }: TimeRangeFieldProps) => (
  <DateRangePicker
    value={range === undefined ? null : pickerValue(range)}
    onChange={({ detail }) => onChange(detail.value === null ? undefined : pickedRange(detail.value))}
    relativeOptions={usualSpans.map(relativeOf)}
    customRelativeRangeUnits={[...unitNames]}
    isValidRange={validityOf}
    placeholder={placeholder}
    showClearButton={isOptional}
    ariaLabel={label}
    absoluteFormat="long-localized"
    expandToViewport
    i18nStrings={words}
  />
);

const words: DateRangePickerProps.I18nStrings = {
  relativeModeTitle: 'Up to now',
  absoluteModeTitle: 'Between two times',
  relativeRangeSelectionHeading: 'Accepted in the',
  formatRelativeRange: ({ amount, unit }) => (amount === 1 ? `Last ${unit}` : `Last ${amount} ${unit}s`),
  clearButtonLabel: 'Any time',
};

const relativeOf = (span: Span): DateRangePickerProps.RelativeOption => ({
  key: nameOfSpan(span),
  amount: span.amount,
  unit: span.unit,
  type: 'relative',
});

function pickerValue(range: TimeRange): DateRangePickerProps.Value {
  if (range.kind === 'between') return { type: 'absolute', startDate: range.since, endDate: range.until };
  const { key, ...span } = relativeOf(range);
  // A value with a key must be one of the options.
  return usualSpans.some((usual) => nameOfSpan(usual) === key) ? { key, ...span } : span;
}

function pickedRange(value: DateRangePickerProps.Value): TimeRange | undefined {
  if (value.type === 'absolute') return { kind: 'between', since: value.startDate, until: value.endDate };
  const unit = unitNames.find((one) => one === value.unit);
  return unit === undefined ? undefined : { kind: 'last', amount: value.amount, unit };
}

function validityOf(value: DateRangePickerProps.Value | null): DateRangePickerProps.ValidationResult {
  const range = value === null ? undefined : pickedRange(value);
  const complaint = range === undefined ? 'Pick a range.' : complaintAbout(range);
  return complaint === undefined ? { valid: true } : { valid: false, errorMessage: complaint };
}
