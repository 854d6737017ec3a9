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
  /** The call can't be undone: the button is red. */
  readonly isDestructive?: boolean;
  /** Shown if the call fails: `The webhook could not be disabled`. */
  readonly errorHeader: string;
  readonly call: { readonly isPending: boolean; readonly error: Error | null };
  readonly onConfirm: () => void;
  readonly onDismiss: () => void;
  readonly children: React.ReactNode;
}

/** White on red, in both themes, with a contrast of at least 4.5. */
const RED = {
  root: {
    background: { default: '#d91515', hover: '#b51212', active: '#870303' },
    borderColor: { default: '#d91515', hover: '#b51212', active: '#870303' },
    color: { default: '#ffffff', hover: '#ffffff', active: '#ffffff' },
  },
};

export function ConfirmModal(props: ConfirmModalProps) {
  const { header, confirmText, isDestructive = false, errorHeader, call, onConfirm, onDismiss, children } = props;
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
              <Button variant="primary" loading={call.isPending} {...(isDestructive && { style: RED })}>
                {confirmText}
              </Button>
            </SpaceBetween>
          </Box>
        </SpaceBetween>
      </form>
    </Modal>
  );
}
