/** Asks before something is done, and shows how that went wrong. Enter in a field confirms, Escape cancels. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { describeProblem } from '../api/problem.tsx';

interface ConfirmModalProps {
  readonly header: string;
  /** What the button says: `Disable`. */
  readonly action: string;
  /** What could not be done: `The webhook could not be disabled`. */
  readonly failure: string;
  /** The call that was begun. */
  readonly doing: { readonly isPending: boolean; readonly error: Error | null };
  readonly onConfirm: () => void;
  readonly onDismiss: () => void;
  readonly children: React.ReactNode;
}

export function ConfirmModal({ header, action, failure, doing, onConfirm, onDismiss, children }: ConfirmModalProps) {
  return (
    <Modal visible header={header} closeAriaLabel="Cancel" onDismiss={onDismiss}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!doing.isPending) onConfirm();
        }}
      >
        <SpaceBetween size="l">
          {doing.error !== null && (
            <Alert type="error" header={failure}>
              {describeProblem(doing.error)}
            </Alert>
          )}
          {children}
          <Box float="right">
            <SpaceBetween direction="horizontal" size="xs">
              <Button variant="link" formAction="none" onClick={onDismiss}>
                Cancel
              </Button>
              <Button variant="primary" loading={doing.isPending}>
                {action}
              </Button>
            </SpaceBetween>
          </Box>
        </SpaceBetween>
      </form>
    </Modal>
  );
}
