/** Asks for confirmation, and shows the error if what was confirmed fails. Enter in a field confirms, Escape cancels. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { errorMessage } from './error-alert.tsx';
import { useOnce } from './use-once.ts';

interface ConfirmModalProps {
  readonly header: string;
  /** The label of the button: `Disable`. */
  readonly confirmText: string;
  /** It can't be undone: the button is red. */
  readonly isDestructive?: boolean;
  /** Why it can't be confirmed now. */
  readonly disabledReason?: string | undefined;
  /** The label of the other button, if that is the one to suggest. */
  readonly stayText?: string;
  /** Shown if it fails: `The webhook could not be disabled`. */
  readonly errorHeader?: string;
  /** Does what was confirmed, and closes the dialog. It is started once, however often the admin confirms; see `useOnce`. */
  readonly onConfirm: () => unknown;
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
  const { header, confirmText, isDestructive, disabledReason, stayText, errorHeader, onDismiss, children } = props;
  const { run: confirm, isRunning, error } = useOnce(props.onConfirm);
  return (
    <Modal visible header={header} closeAriaLabel={stayText ?? 'Cancel'} onDismiss={onDismiss}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <SpaceBetween size="l">
          {error !== undefined && (
            <Alert type="error" header={errorHeader}>
              {errorMessage(error)}
            </Alert>
          )}
          {children}
          <Box float="right">
            <SpaceBetween direction="horizontal" size="xs">
              <Button variant={stayText === undefined ? 'link' : 'primary'} formAction="none" onClick={onDismiss}>
                {stayText ?? 'Cancel'}
              </Button>
              <Button
                variant={stayText === undefined ? 'primary' : 'normal'}
                loading={isRunning}
                disabled={disabledReason !== undefined}
                {...(disabledReason !== undefined && { disabledReason })}
                {...(isDestructive && { style: RED })}
              >
                {confirmText}
              </Button>
            </SpaceBetween>
          </Box>
        </SpaceBetween>
      </form>
    </Modal>
  );
}
