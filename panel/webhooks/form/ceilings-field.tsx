/** The fields of the form for the ceilings of a webhook. */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { CEILINGS } from '../../../contract/webhooks.ts';
import type { Draft, FieldErrors } from './draft.ts';

interface CeilingsFieldProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
  readonly errors: FieldErrors;
}

const fields = [
  { name: 'maxRequestsPerSecond', label: 'Most requests a second – optional' },
  { name: 'maxConcurrentRequests', label: 'Most requests at once – optional' },
] as const;

export const CeilingsField = ({ draft, onChange, errors }: CeilingsFieldProps) => (
  <SpaceBetween direction="horizontal" size="l">
    {fields.map(({ name, label }) => (
      <FormField
        key={name}
        label={label}
        constraintText={`${CEILINGS[name].min} to ${CEILINGS[name].max}. Without it, your receiver sets the pace.`}
        errorText={errors[name]}
      >
        <Input
          value={draft[name]}
          onChange={({ detail }) => onChange({ [name]: detail.value })}
          inputMode="decimal"
          disableBrowserAutocorrect
        />
      </FormField>
    ))}
  </SpaceBetween>
);
