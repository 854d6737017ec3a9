/** The sign-in screen, with every way to sign in that this installation offers. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useOperatorCommand, useSession } from '../session/session-provider.tsx';
import { useBreadcrumbs } from '../shared/app-link.tsx';

export function SignInScreen({ reason }: { readonly reason: string | undefined }) {
  const { config, signIn, openedLink } = useSession();
  const command = useOperatorCommand();
  useBreadcrumbs({ text: 'Sign in', to: '/' });
  return (
    <main className="narrow-page">
      <SpaceBetween size="l">
        {openedLink?.kind === 'malformed' && <Alert type="error">{MALFORMED_LINK}</Alert>}
        {reason !== undefined && <Alert>{reason}</Alert>}
        <Container header={<Header variant="h1">Sign in to the admin panel</Header>}>
          <SpaceBetween size="l">
            {config?.signIn !== undefined && (
              <Button variant="primary" onClick={signIn}>
                Sign in
              </Button>
            )}
            <Box variant="p">
              An operator can create a link that signs you in:
              <Box variant="code" display="block" padding={{ top: 'xs' }}>
                {command('admin-link NETWORK')}
              </Box>
            </Box>
            <PasteLink />
          </SpaceBetween>
        </Container>
      </SpaceBetween>
    </main>
  );
}

/** A field for an admin link. */
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

/** What an admin reads about a link that signs nobody in. */
export const MALFORMED_LINK =
  'The admin link is damaged: its token is not complete. Copy the whole link, or ask an operator for a new one.';
