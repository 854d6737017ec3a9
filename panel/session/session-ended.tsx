/** Shown over the screen when the session has ended. The screen stays as it is: nothing that was typed is lost. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PasteLink } from './paste-link.tsx';
import { useSession, useSignedIn } from './session-provider.tsx';

export function SessionEnded() {
  const { hasEnded, signInAgain, signOut } = useSession();
  const { kind, networkId } = useSignedIn();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (!hasEnded) void queries.invalidateQueries();
  }, [hasEnded, queries]);

  const again = () => {
    setFailure(undefined);
    void signInAgain().catch((error: unknown) => setFailure(error instanceof Error ? error.message : 'unknown reason'));
  };
  return (
    <Modal
      visible={hasEnded}
      header="Your session has ended"
      closeAriaLabel="Sign out"
      onDismiss={signOut}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button onClick={signOut}>Sign out</Button>
            {kind === 'openid' && (
              <Button variant="primary" onClick={again}>
                Sign in again
              </Button>
            )}
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <Box variant="p">What you have typed is still here. Sign in again and go on where you were.</Box>
        {failure !== undefined && <Alert type="error">Signing in failed: {failure}</Alert>}
        {kind === 'link' && (
          <>
            <Box variant="p">
              Your link has expired. A fresh one comes from:
              <Box variant="code" display="block" padding={{ top: 'xs' }}>
                npm run -s ctl -- admin-link {networkId}
              </Box>
            </Box>
            <PasteLink />
          </>
        )}
      </SpaceBetween>
    </Modal>
  );
}
