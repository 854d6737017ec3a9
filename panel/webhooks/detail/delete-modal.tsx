/** Deletes a webhook for good, so the end of its ID is typed first: several webhooks may have the same URL. */
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useChange } from '../../api/api-provider.tsx';
import type { Webhook } from '../../shared/api-types.ts';
import { ConfirmModal } from '../../shared/confirm-modal.tsx';
import { useNotify } from '../../shared/notifications.tsx';
import { webhookKey } from '../../shared/queries.ts';
import { Breakable, TypedText } from '../../shared/text-view.tsx';
import { destinationOf, MAX_URL_LENGTH, shortened, shortUrl } from '../../shared/texts.ts';

interface DeleteModalProps {
  readonly webhook: Pick<Webhook, 'webhookId' | 'url' | 'eventBus' | 'pull' | 'description'>;
  readonly onDismiss: () => void;
}

const TYPED_CHARACTERS = 6;

export function DeleteModal({ webhook, onDismiss }: DeleteModalProps) {
  const { webhookId, description } = webhook;
  const [typed, setTyped] = useState('');
  const [isMismatch, setIsMismatch] = useState(false);
  const queries = useQueryClient();
  const { mutateAsync: remove } = useChange((client) => client.deleteWebhook({ parameters: { webhookId } }), null);
  const notify = useNotify();
  const navigate = useNavigate();
  const input = useRef<InputProps.Ref>(null);
  // The modal first focuses its first button; by the next frame it has done so.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const expected = webhookId.slice(-TYPED_CHARACTERS);
  const confirm = async () => {
    const matches = typed.trim().toLowerCase() === expected;
    setIsMismatch(!matches);
    if (!matches) return false;
    await remove();
    queries.removeQueries({ queryKey: webhookKey(webhookId) });
    void queries.invalidateQueries({ queryKey: ['webhooks'], exact: true });
    notify(`The webhook ${shortUrl(destinationOf(webhook))} was deleted.`, '/webhooks');
    return await navigate('/webhooks');
  };
  return (
    <ConfirmModal
      header="Delete this webhook?"
      confirmText="Delete"
      isDestructive
      errorHeader="The webhook could not be deleted"
      onConfirm={confirm}
      onDismiss={onDismiss}
    >
      <SpaceBetween size="m">
        <div>
          This permanently deletes the webhook and its secrets. Its deliveries can no longer be read, and those that are
          still waiting are not sent.
        </div>
        <KeyValuePairs
          items={[
            {
              label: webhook.pull ? 'Destination' : webhook.url ? 'URL' : 'Event bus',
              value: <Breakable>{shortened(destinationOf(webhook), MAX_URL_LENGTH)}</Breakable>,
            },
            ...(description === '' ? [] : [{ label: 'Description', value: <TypedText text={description} /> }]),
            { label: 'Webhook ID', value: <Breakable>{webhookId}</Breakable> },
          ]}
        />
        <FormField
          label={`Type ${expected}, the end of the webhook ID, to confirm`}
          errorText={isMismatch && `This does not match ${expected}.`}
        >
          <Input
            value={typed}
            onChange={({ detail }) => {
              setTyped(detail.value);
              setIsMismatch(false);
            }}
            placeholder={expected}
            ref={input}
            autoComplete={false}
            spellcheck={false}
            disableBrowserAutocorrect
          />
        </FormField>
      </SpaceBetween>
    </ConfirmModal>
  );
}
