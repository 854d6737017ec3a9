/** The fields for custom headers, one row for each. Values may be API keys, so they are hidden at first. */
import AttributeEditor from '@cloudscape-design/components/attribute-editor';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { MAX_WEBHOOK_HEADERS } from '../../../contract/webhook-headers.ts';
import type { HeaderErrors, HeaderRow } from './draft.ts';

interface HeadersFieldProps {
  readonly rows: readonly HeaderRow[];
  readonly onChange: (rows: readonly HeaderRow[]) => void;
  readonly errors: HeaderErrors | undefined;
}

export function HeadersField({ rows, onChange, errors }: HeadersFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const change = (index: number, part: Partial<HeaderRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const field = (part: keyof HeaderRow) => (row: HeaderRow, index: number) => (
    <Input
      value={row[part]}
      onChange={({ detail }) => change(index, { [part]: detail.value })}
      placeholder={part === 'name' ? 'authorization' : 'Bearer …'}
      type={part === 'value' && !isShown ? 'password' : 'text'}
      autoComplete={false}
      spellcheck={false}
      disableBrowserAutocorrect
    />
  );
  return (
    <FormField
      label="Custom headers"
      description="Sent with every request, for example an API key that your receiver requires."
      errorText={errors?.all}
      stretch
    >
      <AttributeEditor
        items={rows}
        definition={[
          { label: 'Name', control: field('name'), errorText: (_, index) => errors?.rows[index]?.name },
          { label: 'Value', control: field('value'), errorText: (_, index) => errors?.rows[index]?.value },
        ]}
        empty="No custom headers."
        addButtonText="Add header"
        removeButtonAriaLabel={({ name }) => `Remove header ${name}`}
        onAddButtonClick={() => onChange([...rows, { name: '', value: '' }])}
        onRemoveButtonClick={({ detail }) => onChange(rows.filter((_, index) => index !== detail.itemIndex))}
        disableAddButton={rows.length >= MAX_WEBHOOK_HEADERS}
        additionalInfo={
          <SpaceBetween size="xxs">
            {rows.length > 0 && (
              <Button variant="inline-link" formAction="none" onClick={() => setIsShown(!isShown)}>
                {isShown ? 'Hide values' : 'Show values'}
              </Button>
            )}
            {rows.length >= MAX_WEBHOOK_HEADERS && `At most ${MAX_WEBHOOK_HEADERS} headers are possible.`}
          </SpaceBetween>
        }
      />
    </FormField>
  );
}
