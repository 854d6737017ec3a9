/** Asks for confirmation before a call, and shows the error if the call fails. Enter in a field confirms, Escape cancels. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { errorMessage } from './error-alert.tsx';

interface ConfirmModalProps {
  readonly header: string;
  /** The label of the button: `Disable`. */
  readonly confirmText: string;
  /** Shown if the call fails: `The webhook could not be disabled`. */
  readonly errorHeader: string;
  readonly call: { readonly isPending: boolean; readonly error: Error | null };
  readonly onConfirm: () => void;
  readonly onDismiss: () => void;
  readonly children: React.ReactNode;
}

export function ConfirmModal(props: ConfirmModalProps) {
  const { header, confirmText, errorHeader, call, onConfirm, onDismiss, children } = props;
  return (
    <Modal visible header={header} closeAriaLabel="Cancel" onDismiss={onDismiss}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!call.isPending) onConfirm();
        }}
      >
        <SpaceBetween size="l">
          {call.error !== null && (
            <Alert type="error" header={errorHeader}>
              {errorMessage(call.error)}
            </Alert>
          )}
          {children}
          <Box float="right">
            <SpaceBetween direction="horizontal" size="xs">
              <Button variant="link" formAction="none" onClick={onDismiss}>
                Cancel
              </Button>
              <Button variant="primary" loading={call.isPending}>
                {confirmText}
              </Button>
            </SpaceBetween>
          </Box>
        </SpaceBetween>
      </form>
    </Modal>
  );
}
