/** Deletes a webhook, once its host has been typed: it can't be undone. */
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useNotices } from '../../app/notices.tsx';
import { ConfirmModal } from '../../shared/confirm-modal.tsx';
import { shortUrl } from '../../shared/short-url.ts';
import { useDeleteWebhook } from '../webhook-changes.ts';

interface DeleteModalProps {
  readonly webhookId: string;
  readonly url: string;
  readonly onDismiss: () => void;
}

export function DeleteModal({ webhookId, url, onDismiss }: DeleteModalProps) {
  const [typed, setTyped] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const deleting = useDeleteWebhook(webhookId);
  const notices = useNotices();
  const navigate = useNavigate();
  const input = useRef<InputProps.Ref>(null);
  // The modal takes the focus for its first button; by the next frame it has done so.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const host = URL.parse(url)?.host ?? url;
  const confirm = () => {
    setIsRefused(typed.trim() !== host);
    if (typed.trim() !== host) return;
    deleting.mutate(undefined, {
      onSuccess: () => {
        notices.add({ type: 'success', content: `The webhook to ${shortUrl(url)} is deleted.` });
        void navigate('/webhooks');
      },
    });
  };
  return (
    <ConfirmModal
      header="Delete this webhook?"
      action="Delete"
      failure="The webhook could not be deleted"
      doing={deleting}
      onConfirm={confirm}
      onDismiss={onDismiss}
    >
      <SpaceBetween size="m">
        <div>
          The webhook and its secrets are gone for good, and with it the log of its deliveries. What is under way to it
          is not sent any more.
        </div>
        <FormField label={`Type ${host} to confirm`} errorText={isRefused && `This is not ${host}.`}>
          <Input
            value={typed}
            onChange={({ detail }) => {
              setTyped(detail.value);
              setIsRefused(false);
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
