/** The secrets of a webhook: revealed on demand for a minute, and rotated at a time that the admin chooses. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Link from '@cloudscape-design/components/link';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { WebhookSecret } from '@social-platform-services/client';
import { useEffect, useState } from 'react';
import { MINUTE_MS } from '../../contract/durations.ts';
import { DEFAULT_OVERLAP_HOURS, MAX_ROTATION_HOURS } from '../../contract/webhook-secrets.ts';
import { useChange } from '../api/api-provider.tsx';
import type { Webhook } from '../shared/api-types.ts';
import { ConfirmModal } from '../shared/confirm-modal.tsx';
import { ErrorAlert } from '../shared/error-alert.tsx';
import { useNotify } from '../shared/notifications.tsx';
import { Section } from '../shared/page.tsx';
import { copyResults } from '../shared/text-view.tsx';
import { hoursError, parseHours, rotationSentences, secretUses } from './rotation.ts';

const SHOWN_MS = MINUTE_MS;

interface SecretsProps {
  readonly webhook: Pick<Webhook, 'webhookId' | 'eventBus' | 'pull'>;
}

export function Secrets({ webhook }: SecretsProps) {
  const { webhookId } = webhook;
  const isOnBus = webhook.eventBus !== undefined;
  const [secrets, setSecrets] = useState<readonly WebhookSecret[]>();
  const [isRotating, setIsRotating] = useState(false);
  const revealing = useChange((client) => client.revealSecret({ parameters: { webhookId } }), null);
  useEffect(() => {
    if (secrets === undefined) return;
    const timer = setTimeout(() => setSecrets(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [secrets]);
  const reveal = () =>
    revealing.mutate(undefined, {
      // A slow response is older than what a rotation has shown meanwhile.
      onSuccess: (response) => setSecrets((shown) => shown ?? response.secrets),
    });
  return (
    <Section
      title="Secret"
      description={
        isOnBus ? (
          'Events on a bus have no signature. Only the ledger uses the secret.'
        ) : (
          <>
            Your receiver uses the secret to {webhook.pull ? 'sign its' : 'verify'} requests:{' '}
            <Link href={`/docs/guides/${webhook.pull ? 'pull.html' : 'webhooks.html#verify-the-signature'}`} external>
              how, with sample code
            </Link>
            .
          </>
        )
      }
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          {secrets === undefined ? (
            <Button onClick={reveal} loading={revealing.isPending}>
              Reveal
            </Button>
          ) : (
            <Button onClick={() => setSecrets(undefined)}>Hide</Button>
          )}
          <Button onClick={() => setIsRotating(true)}>Rotate</Button>
        </SpaceBetween>
      }
    >
      {revealing.isError && secrets === undefined && (
        <ErrorAlert error={revealing.error} header="The secret could not be revealed" onRetry={reveal} />
      )}
      {secrets === undefined ? (
        <Box variant="code">whsec_••••••••••••••••••••••••••••••••</Box>
      ) : (
        <Revealed secrets={secrets} />
      )}
      {isRotating && (
        <RotateModal webhookId={webhookId} onDismiss={() => setIsRotating(false)} onRotated={setSecrets} />
      )}
    </Section>
  );
}

function Revealed({ secrets }: { readonly secrets: readonly WebhookSecret[] }) {
  const uses = secretUses(secrets, Date.now());
  return (
    <SpaceBetween size="m">
      {secrets.map(({ secret }, index) => (
        <div key={secret}>
          <SecretText secret={secret} />
          <Box color="text-body-secondary">{uses[index]}</Box>
        </div>
      ))}
      <Box variant="small">Hidden again after a minute or when you leave this page.</Box>
    </SpaceBetween>
  );
}

/** Shows a secret, with a button that copies it. */
export const SecretText = ({ secret }: { readonly secret: string }) => (
  <div className="secret-text">
    <Box variant="code">{secret}</Box>
    <CopyToClipboard
      variant="button"
      textToCopy={secret}
      copyButtonText="Copy"
      copyButtonAriaLabel="Copy the secret"
      {...copyResults}
    />
  </div>
);

interface RotateModalProps {
  readonly webhookId: string;
  readonly onDismiss: () => void;
  readonly onRotated: (secrets: readonly WebhookSecret[]) => void;
}

function RotateModal({ webhookId, onDismiss, onRotated }: RotateModalProps) {
  const [isLater, setIsLater] = useState(false);
  const [delay, setDelay] = useState('24');
  const [overlap, setOverlap] = useState(`${DEFAULT_OVERLAP_HOURS}`);
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
        ? 'The webhook has a new secret. Add it to your receiver. Then check the receiver, which tries the new secret.'
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
            {rotationSentences(rotation, Date.now()).map((sentence) => (
              <div key={sentence}>{sentence}</div>
            ))}
            <div>If a rotation is scheduled already, this replaces it.</div>
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
  <FormField label={label} errorText={error} constraintText={`At most ${MAX_ROTATION_HOURS} (7 days).`}>
    <Input value={value} onChange={({ detail }) => onChange(detail.value)} inputMode="numeric" />
  </FormField>
);
