/** Asks for confirmation before a form with unsaved changes is left, whether by a link, by Back or by closing the tab. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';

export function UnsavedChangesGuard({ isDirty }: { readonly isDirty: boolean }) {
  const blocker = useBlocker(isDirty);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);
  const stay = () => blocker.reset?.();
  return (
    <Modal
      visible={blocker.state === 'blocked'}
      header="Leave without saving?"
      closeAriaLabel="Stay"
      onDismiss={stay}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button onClick={() => blocker.proceed?.()}>Leave</Button>
            <Button variant="primary" onClick={stay}>
              Stay
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      If you leave, your changes are lost.
    </Modal>
  );
}
