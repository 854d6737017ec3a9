/** A field for an admin link. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { useSession } from '../session/session-provider.tsx';

export function PasteLink() {
  const { signInWithLink } = useSession();
  const [text, setText] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setIsRefused(!signInWithLink(text));
      }}
    >
      <FormField
        label="Admin link"
        errorText={isRefused && 'This is not an admin link. It must end with #token= and a token.'}
        secondaryControl={<Button formAction="submit">Open link</Button>}
      >
        <Input value={text} onChange={({ detail }) => setText(detail.value)} type="password" autoComplete={false} />
      </FormField>
    </form>
  );
}
