/** Asks before an admin link of another admin or network replaces the session. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useSession, useSignedIn } from '../session/session-provider.tsx';

export function ForeignLink() {
  const { openedLink, closeLink, acceptLink } = useSession();
  const { networkId, userName } = useSignedIn();
  if (openedLink?.kind !== 'foreign') return null;
  return (
    <Modal
      visible
      header="Sign in as another admin?"
      closeAriaLabel="Stay"
      onDismiss={closeLink}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button onClick={acceptLink}>Sign in to {openedLink.networkId}</Button>
            <Button variant="primary" onClick={closeLink}>
              Stay
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      You are signed in to the network {networkId} as {userName}. The link that was opened signs you in to the network{' '}
      {openedLink.networkId} as {openedLink.userName}. Use it only if you asked for it. Unsaved changes are lost.
    </Modal>
  );
}
