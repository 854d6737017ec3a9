/** Rotates the secret at a time that the admin chooses, after explaining what happens when. */
import Alert from '@cloudscape-design/components/alert';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { WebhookSecret } from '../../client/index.ts';
import { webhookRules } from '../../client/webhook-rules.generated.ts';
import { useChange } from '../api/calls.ts';
import { ConfirmModal } from '../shared/confirm-modal.tsx';
import { useNotify } from '../shared/notifications.tsx';
import { useNow } from '../shared/time.tsx';
import { hoursError, parseHours, rotationSentences } from './rotation.ts';

interface RotateModalProps {
  readonly webhookId: string;
  readonly onDismiss: () => void;
  readonly onRotated: (secrets: readonly WebhookSecret[]) => void;
}

export function RotateModal({ webhookId, onDismiss, onRotated }: RotateModalProps) {
  const [isLater, setIsLater] = useState(false);
  const [delay, setDelay] = useState('24');
  const [overlap, setOverlap] = useState(`${webhookRules.defaultOverlapHours}`);
  const now = useNow();
  const notify = useNotify();
  const delayError = isLater ? hoursError(delay, 1) : undefined;
  const overlapError = hoursError(overlap, 0);
  const isValid = delayError === undefined && overlapError === undefined;
  const rotation = { takesEffectInHours: isLater ? parseHours(delay) : 0, overlapHours: parseHours(overlap) };
  const { mutateAsync: rotateSecret } = useChange((client) =>
    client.rotateSecret({ parameters: { webhookId }, body: rotation }),
  );
  const rotate = async () => {
    if (!isValid) return false;
    const { secrets } = await rotateSecret();
    notify(
      isLater
        ? 'The webhook has a new secret. Add it to your receiver, then check the receiver: that tries the new secret.'
        : 'The webhook has a new secret. Add it to your receiver.',
    );
    onRotated(secrets);
    return onDismiss();
  };
  return (
    <ConfirmModal
      header="Rotate the secret?"
      confirmText="Rotate"
      errorHeader="The secret could not be rotated"
      onConfirm={rotate}
      onDismiss={onDismiss}
    >
      <SpaceBetween size="m">
        <FormField label="Start using the new secret">
          <RadioGroup
            value={isLater ? 'later' : 'now'}
            onChange={({ detail }) => setIsLater(detail.value === 'later')}
            items={[
              { value: 'now', label: 'Now' },
              { value: 'later', label: 'Later', description: 'Gives you time to add it to your receiver first.' },
            ]}
          />
        </FormField>
        {isLater && <HoursField label="Hours from now" value={delay} onChange={setDelay} error={delayError} />}
        <HoursField
          label="Hours to keep using the old secret as well"
          value={overlap}
          onChange={setOverlap}
          error={overlapError}
        />
        {isValid && (
          <Alert type="info" header="What will happen">
            {rotationSentences(rotation, now).map((sentence) => (
              <div key={sentence}>{sentence}</div>
            ))}
            <div>This replaces a rotation that is already scheduled.</div>
          </Alert>
        )}
      </SpaceBetween>
    </ConfirmModal>
  );
}

interface HoursFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

const HoursField = ({ label, value, onChange, error }: HoursFieldProps) => (
  <FormField label={label} errorText={error} constraintText={`At most ${webhookRules.maxRotationHours} (7 days).`}>
    <Input value={value} onChange={({ detail }) => onChange(detail.value)} inputMode="numeric" />
  </FormField>
);
