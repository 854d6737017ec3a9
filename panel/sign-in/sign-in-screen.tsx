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
import { isEmbedded } from '../session/embedding.ts';
import { useOperatorCommand, useSession, useSignedIn } from '../session/session-provider.tsx';
import { ConfirmModal } from '../shared/confirm-modal.tsx';
import { NarrowPage } from '../shared/page.tsx';

export function SignInScreen({ reason }: { readonly reason: string | undefined }) {
  const { openedLink } = useSession();
  return (
    <NarrowPage title="Sign in">
      <SpaceBetween size="l">
        {openedLink?.kind === 'refused' && <Alert type="error">{openedLink.reason}</Alert>}
        {reason !== undefined && <Alert>{reason}</Alert>}
        <Container header={<Header variant="h1">Sign in to the admin panel</Header>}>
          {isEmbedded ? <Box variant="p">{OF_PARENT}</Box> : <WaysToSignIn />}
        </Container>
      </SpaceBetween>
    </NarrowPage>
  );
}

const OF_PARENT = 'The page that contains this panel signs you in. If it does not, reload that page.';

function WaysToSignIn() {
  const { config, signIn } = useSession();
  return (
    <SpaceBetween size="l">
      {config.signIn !== undefined && (
        <Button variant="primary" onClick={signIn}>
          Sign in
        </Button>
      )}
      <PasteLink networkId="NETWORK" />
    </SpaceBetween>
  );
}

/** A field for an admin link, below how to get one. */
function PasteLink({ networkId }: { readonly networkId: string }) {
  const { signInWithLink } = useSession();
  const command = useOperatorCommand();
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setIsPending(true);
        void signInWithLink(text)
          .then(setRefusal)
          .finally(() => setIsPending(false));
      }}
    >
      <Box variant="p" padding={{ bottom: 'l' }}>
        An operator can create a link that signs you in:
        <Box variant="code" display="block" padding={{ top: 'xs' }}>
          {command(`admin-link ${networkId}`)}
        </Box>
      </Box>
      <FormField
        label="Admin link"
        errorText={refusal}
        secondaryControl={
          <Button formAction="submit" loading={isPending}>
            Open link
          </Button>
        }
      >
        <Input value={text} onChange={({ detail }) => setText(detail.value)} type="password" autoComplete={false} />
      </FormField>
    </form>
  );
}

export function SessionEnded() {
  const { signInAgain, signOut } = useSession();
  const { kind, networkId } = useSignedIn();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  // Once there is a session again, and with it no dialog.
  useEffect(() => () => void queries.invalidateQueries(), [queries]);

  const renew = () => {
    setFailure(undefined);
    void signInAgain().catch((error: unknown) => setFailure(error instanceof Error ? error.message : 'unknown reason'));
  };
  return (
    <Modal
      visible
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
        {kind === 'embedded' && <Box variant="p">{OF_PARENT}</Box>}
        {kind === 'link' && <PasteLink networkId={networkId} />}
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

/** The dialogs about the session: that it has ended, and that a link of another admin or network was opened. */
export const SessionDialogs = () => (
  <>
    {useSession().hasEnded && <SessionEnded />}
    <ForeignLink />
  </>
);
