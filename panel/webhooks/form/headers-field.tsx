/** Headers of the webhook's own, a row each. */
import AttributeEditor from '@cloudscape-design/components/attribute-editor';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { webhookRules } from '../../../client/webhook-rules.generated.ts';
import type { HeaderProblem, HeaderRow } from './header-check.ts';

interface HeadersFieldProps {
  readonly rows: readonly HeaderRow[];
  readonly onChange: (rows: readonly HeaderRow[]) => void;
  /** One for each row. */
  readonly problems: readonly HeaderProblem[];
  /** About all of them. */
  readonly error: string | undefined;
}

export function HeadersField({ rows, onChange, problems, error }: HeadersFieldProps) {
  const change = (index: number, part: Partial<HeaderRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const field = (part: keyof HeaderRow) => (row: HeaderRow, index: number) => (
    <Input
      value={row[part]}
      onChange={({ detail }) => change(index, { [part]: detail.value })}
      placeholder={part === 'name' ? 'authorization' : 'Bearer …'}
      autoComplete={false}
      spellcheck={false}
      disableBrowserAutocorrect
    />
  );
  return (
    <FormField
      label="Custom headers"
      description="Sent with every request, such as an API key that your receiver asks for."
      errorText={error}
      stretch
    >
      <AttributeEditor
        items={rows}
        definition={[
          { label: 'Name', control: field('name'), errorText: (_, index) => problems[index]?.name },
          { label: 'Value', control: field('value'), errorText: (_, index) => problems[index]?.value },
        ]}
        empty="No custom headers."
        addButtonText="Add header"
        removeButtonText="Remove"
        removeButtonAriaLabel={({ name }) => `Remove the header ${name}`}
        onAddButtonClick={() => onChange([...rows, { name: '', value: '' }])}
        onRemoveButtonClick={({ detail }) => onChange(rows.filter((_, index) => index !== detail.itemIndex))}
        disableAddButton={rows.length >= webhookRules.maxHeaders}
        additionalInfo={
          rows.length >= webhookRules.maxHeaders && `At most ${webhookRules.maxHeaders} headers are possible.`
        }
      />
    </FormField>
  );
}
