/** The sign-in screen, with every way to sign in that this installation offers. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOperatorCommand, useSession, useSignedIn } from '../session/session-provider.tsx';
import { useBreadcrumbs } from '../shared/app-link.tsx';
import { ConfirmModal } from '../shared/confirm-modal.tsx';

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
function PasteLink() {
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

export function SessionEnded() {
  const { hasEnded, signInAgain, signOut } = useSession();
  const { kind, networkId } = useSignedIn();
  const command = useOperatorCommand();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (!hasEnded) void queries.invalidateQueries();
  }, [hasEnded, queries]);

  const renew = () => {
    setFailure(undefined);
    void signInAgain().catch((error: unknown) => setFailure(error instanceof Error ? error.message : 'unknown reason'));
  };
  return (
    <Modal
      visible={hasEnded}
      header="Your session has expired"
      closeAriaLabel="Sign out"
      onDismiss={signOut}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button onClick={signOut}>Sign out</Button>
            {kind === 'openid' && (
              <Button variant="primary" onClick={renew}>
                Sign in again
              </Button>
            )}
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <Box variant="p">Your input is still here. Sign in again to continue where you left off.</Box>
        {failure !== undefined && <Alert type="error">Sign-in failed: {failure}</Alert>}
        {kind === 'link' && (
          <>
            <Box variant="p">
              Your link has expired. An operator can create a new one:
              <Box variant="code" display="block" padding={{ top: 'xs' }}>
                {command(`admin-link ${networkId}`)}
              </Box>
            </Box>
            <PasteLink />
          </>
        )}
      </SpaceBetween>
    </Modal>
  );
}

/** Asks before an admin link of another admin or network replaces the session. */
export function ForeignLink() {
  const { openedLink, closeLink, acceptLink } = useSession();
  const { networkId, userName } = useSignedIn();
  if (openedLink?.kind !== 'foreign') return null;
  return (
    <ConfirmModal
      header="Sign in as another admin?"
      confirmText={`Sign in to ${openedLink.networkId}`}
      stayText="Stay"
      onConfirm={acceptLink}
      onDismiss={closeLink}
    >
      You are signed in to the network {networkId} as {userName}. The link that was opened signs you in to the network{' '}
      {openedLink.networkId} as {openedLink.userName}. Use it only if you asked for it. Unsaved changes are lost.
    </ConfirmModal>
  );
}
