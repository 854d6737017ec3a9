/** Deletes a webhook. Since this can't be undone, its host has to be typed first. */
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmModal } from '../../shared/confirm-modal.tsx';
import { useNotify } from '../../shared/notifications.tsx';
import { shortUrl } from '../../shared/short-url.ts';
import { useDeleteWebhook } from '../webhook-mutations.ts';

interface DeleteModalProps {
  readonly webhookId: string;
  readonly url: string;
  readonly onDismiss: () => void;
}

export function DeleteModal({ webhookId, url, onDismiss }: DeleteModalProps) {
  const [typed, setTyped] = useState('');
  const [isMismatch, setIsMismatch] = useState(false);
  const deleting = useDeleteWebhook(webhookId);
  const notify = useNotify();
  const navigate = useNavigate();
  const input = useRef<InputProps.Ref>(null);
  // The modal first focuses its first button; by the next frame it has done so.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const host = URL.parse(url)?.host ?? url;
  const confirm = () => {
    setIsMismatch(typed.trim() !== host);
    if (typed.trim() !== host) return;
    deleting.mutate(undefined, {
      onSuccess: () => {
        notify(`The webhook ${shortUrl(url)} was deleted.`);
        void navigate('/webhooks');
      },
    });
  };
  return (
    <ConfirmModal
      header="Delete this webhook?"
      confirmText="Delete"
      errorHeader="The webhook could not be deleted"
      call={deleting}
      onConfirm={confirm}
      onDismiss={onDismiss}
    >
      <SpaceBetween size="m">
        <div>
          This permanently deletes the webhook, its secrets and its delivery log. Deliveries that are still waiting are
          not sent.
        </div>
        <FormField label={`Type ${host} to confirm`} errorText={isMismatch && `This does not match ${host}.`}>
          <Input
            value={typed}
            onChange={({ detail }) => {
              setTyped(detail.value);
              setIsMismatch(false);
            }}
            placeholder={host}
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
