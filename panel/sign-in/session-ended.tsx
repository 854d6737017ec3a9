/** A dialog over the screen when the session has expired. The screen stays mounted, so that no input is lost. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession, useSignedIn } from '../session/session-provider.tsx';
import { useOperatorCommand } from '../shared/operator-command.ts';
import { PasteLink } from './paste-link.tsx';

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
