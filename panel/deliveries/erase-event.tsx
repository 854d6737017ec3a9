/** Erases the payload of an event (docs/spec/events.md#erasing-a-payload), and repeats that until nothing can carry it. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useChange } from '../api/api-provider.tsx';
import { ForAdmins } from '../session/session-provider.tsx';
import { ConfirmModal } from '../shared/confirm-modal.tsx';
import { ErrorAlert } from '../shared/error-alert.tsx';
import { useNotify } from '../shared/notifications.tsx';

interface EraseEventProps {
  readonly eventId: string;
  /** Without it the event was erased, and may have to be erased again: also after the page was loaded anew. */
  readonly hasPayload: boolean;
}

const NOT_ERASED = 'The payload could not be erased';

export function EraseEvent({ eventId, hasPayload }: EraseEventProps) {
  const [isAsking, setAsking] = useState(false);
  const notify = useNotify();
  const { mutateAsync, data, error, isPending } = useChange(
    (client) => client.eraseEventData({ parameters: { eventId } }),
    ['events', eventId],
  );
  const erase = async () => {
    const { status } = await mutateAsync();
    if (status === 'success') notify('The payload is erased, and no delivery of the event is waiting.');
    setAsking(false);
  };
  const eraseAgain = () => void erase().catch(() => {});
  return (
    <ForAdmins>
      <SpaceBetween size="xs">
        <Button loading={isPending && !isAsking} onClick={hasPayload ? () => setAsking(true) : eraseAgain}>
          {hasPayload ? 'Erase payload' : 'Erase again'}
        </Button>
        {error && !isAsking && <ErrorAlert error={error} header={NOT_ERASED} />}
        {!error && data?.status === 'pending' && (
          <Alert type="info">
            The payload is erased, but an attempt may still send it. Erase it again in a minute.
          </Alert>
        )}
      </SpaceBetween>
      {isAsking && (
        <ConfirmModal
          header="Erase the payload of this event?"
          confirmText="Erase"
          isDestructive
          errorHeader={NOT_ERASED}
          onConfirm={erase}
          onDismiss={() => setAsking(false)}
        >
          This permanently removes the payload, and what receivers have responded. Copies in backups are deleted after
          35 days. Waiting deliveries of the event end. The service keeps the name and the ID of the event. Receivers
          keep what they have already received.
        </ConfirmModal>
      )}
    </ForAdmins>
  );
}
