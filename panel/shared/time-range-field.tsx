/** A field for a range of time: one of the preset spans, any other span, or a start and an end. */
import DateRangePicker, { type DateRangePickerProps } from '@cloudscape-design/components/date-range-picker';
import { presetSpans, rangeError, type TimeRange, unitNames } from './time-range.ts';

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
    value={range ?? null}
    onChange={({ detail }) => onChange(detail.value ?? undefined)}
    relativeOptions={presetSpans}
    customRelativeRangeUnits={unitNames}
    isValidRange={(value) => {
      const errorMessage = rangeError(value);
      return errorMessage === undefined ? { valid: true } : { valid: false, errorMessage };
    }}
    placeholder={placeholder}
    showClearButton={isOptional}
    ariaLabel={label}
    locale="en-GB"
    absoluteFormat="long-localized"
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
