/**
 * Asks for confirmation, and shows the error if what was confirmed fails. Enter in a field confirms, Escape cancels.
 * And actions that must not be started twice.
 */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useRef, useState } from 'react';
import { errorMessage } from './error-alert.tsx';

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
  /** Does what was confirmed, and closes the dialog. Started once, however often the admin confirms; see `useOnce`. */
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

/**
 * `run` starts an action, unless it is running or done. It can be started again only after it has failed, or has
 * returned false because the input is invalid.
 */
export function useOnce(action: () => unknown) {
  // A second click may come before the first one is rendered, so the state does not suffice.
  const isStarted = useRef(false);
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<Error>();
  const run = async () => {
    if (isStarted.current) return;
    isStarted.current = true;
    setIsRunning(true);
    setError(undefined);
    try {
      isStarted.current = (await action()) !== false;
    } catch (failure) {
      isStarted.current = false;
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    }
    setIsRunning(false);
  };
  return { run, isRunning, error };
}
