/** The field for the receiver's URL. It is checked while it is typed, after a pause. */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useEffect, useState } from 'react';
import { checkUrl, isIncompleteScheme } from './url-check.ts';

interface UrlFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isLocal: boolean;
  /** From the API, or found when the form is saved. */
  readonly error: string | undefined;
}

const PAUSE_MILLISECONDS = 700;

export function UrlField({ value, onChange, isLocal, error }: UrlFieldProps) {
  const [checked, setChecked] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setChecked(value), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [value]);
  const text = value.trim();
  const check = checked === value && !isIncompleteScheme(text) ? checkUrl(text, { isLocal }) : {};
  return (
    <FormField
      label="URL"
      description="The URL of your receiver, or the ARN of an EventBridge bus of yours. Events are posted there."
      constraintText={
        isLocal
          ? 'http or https. Addresses of this machine are allowed here.'
          : 'Must use https and be reachable from the internet.'
      }
      errorText={error ?? check.error}
      warningText={check.warning}
    >
      <Input
        value={value}
        onChange={({ detail }) => onChange(detail.value)}
        onBlur={() => setChecked(value)}
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
