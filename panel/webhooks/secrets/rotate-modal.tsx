/** Makes a new secret, at a moment that the admin chooses, and says what will happen when. */
import Alert from '@cloudscape-design/components/alert';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { WebhookSecret } from '../../../client/index.ts';
import { webhookRules } from '../../../client/webhook-rules.generated.ts';
import { useNotices } from '../../app/notices.tsx';
import { ConfirmModal } from '../../shared/confirm-modal.tsx';
import { useNow } from '../../shared/time.tsx';
import { useRotateSecret } from '../webhook-changes.ts';
import { hoursOf, hoursProblem, rotationSentences } from './rotation.ts';

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
  const rotating = useRotateSecret(webhookId);
  const notices = useNotices();
  const delayProblem = isLater ? hoursProblem(delay, 1) : undefined;
  const overlapProblem = hoursProblem(overlap, 0);
  const isSound = delayProblem === undefined && overlapProblem === undefined;
  const rotation = { takesEffectInHours: isLater ? hoursOf(delay) : 0, overlapHours: hoursOf(overlap) };
  const rotate = () => {
    if (!isSound) return;
    rotating.mutate(rotation, {
      onSuccess: ({ secrets }) => {
        notices.add({ type: 'success', content: 'There is a new secret. Give it to your receiver.' });
        onRotated(secrets);
        onDismiss();
      },
    });
  };
  return (
    <ConfirmModal
      header="Rotate the secret"
      action="Rotate"
      failure="The secret could not be rotated"
      doing={rotating}
      onConfirm={rotate}
      onDismiss={onDismiss}
    >
      <SpaceBetween size="m">
        <FormField label="The new secret signs">
          <RadioGroup
            value={isLater ? 'later' : 'now'}
            onChange={({ detail }) => setIsLater(detail.value === 'later')}
            items={[
              { value: 'now', label: 'From now on' },
              { value: 'later', label: 'After some hours', description: 'So that your receiver can learn it first.' },
            ]}
          />
        </FormField>
        {isLater && <HoursField label="Hours until then" value={delay} onChange={setDelay} problem={delayProblem} />}
        <HoursField
          label="Hours for which the old secret signs beside it"
          value={overlap}
          onChange={setOverlap}
          problem={overlapProblem}
        />
        {isSound && (
          <Alert type="info" header="What will happen">
            {rotationSentences(rotation, now).map((sentence) => (
              <div key={sentence}>{sentence}</div>
            ))}
            <div>A rotation that is still to come is replaced by this one.</div>
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
  readonly problem: string | undefined;
}

const HoursField = ({ label, value, onChange, problem }: HoursFieldProps) => (
  <FormField label={label} errorText={problem} constraintText={`At most ${webhookRules.maxRotationHours}: 7 days.`}>
    <Input value={value} onChange={({ detail }) => onChange(detail.value)} inputMode="numeric" />
  </FormField>
);
