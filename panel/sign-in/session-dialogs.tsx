/** Dialogs over the screen about the session: it has expired, or a link of another admin was opened. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOperatorCommand, useSession, useSignedIn } from '../session/session-provider.tsx';
import { ConfirmModal } from '../shared/confirm-modal.tsx';
import { PasteLink } from './sign-in-screen.tsx';

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
