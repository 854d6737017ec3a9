/** The receiver's URL, looked at while it is typed: after a pause, and not before it can be one. */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useEffect, useState } from 'react';
import { checkUrl, isBeginning } from './url-check.ts';

interface UrlFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isLocal: boolean;
  /** The service's complaint, or that it is missing. */
  readonly error: string | undefined;
}

const PAUSE_MILLISECONDS = 700;

export function UrlField({ value, onChange, isLocal, error }: UrlFieldProps) {
  const [judged, setJudged] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setJudged(value), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [value]);
  const text = value.trim();
  const check = judged === value && !isBeginning(text) ? checkUrl(text, { isLocal }) : {};
  return (
    <FormField
      label="URL"
      description="Where your receiver listens. Each event is posted there."
      constraintText={
        isLocal ? 'http or https; addresses of this machine are fine here.' : 'https, and reachable from the internet.'
      }
      errorText={error ?? check.error}
      warningText={check.warning}
    >
      <Input
        value={value}
        onChange={({ detail }) => onChange(detail.value)}
        onBlur={() => setJudged(value)}
        type="url"
        inputMode="url"
        autoFocus={value === ''}
        spellcheck={false}
        disableBrowserAutocorrect
        placeholder={isLocal ? 'http://127.0.0.1:9000/events' : 'https://hooks.example.com/events'}
        ariaRequired
      />
    </FormField>
  );
}
