/** Shows a delivery as a curl command, signed when the dialog is opened. */
import Box from '@cloudscape-design/components/box';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useRead } from '../../api/calls.ts';
import type { Webhook } from '../../shared/api-types.ts';
import { NotLoaded } from '../../shared/error-alert.tsx';
import { CodeView } from '../../shared/text-view.tsx';
import { curlCommand, signedHeaders } from './curl.ts';
import { requestHeaders } from './header-descriptions.ts';

interface CurlModalProps {
  readonly deliveryId: string;
  readonly payload: string;
  readonly webhook: Webhook;
  readonly onDismiss: () => void;
}

export function CurlModal(props: CurlModalProps) {
  const query = useSignedCommand(props);
  const command = query.data;
  return (
    <Modal visible size="large" header="Send with curl" closeAriaLabel="Close" onDismiss={props.onDismiss}>
      <SpaceBetween size="s">
        <Box variant="p">
          This sends the delivery from your machine, with the custom headers of the webhook and a new signature, which
          receivers accept for five minutes. The log does not show it.
        </Box>
        {command === undefined ? (
          <NotLoaded what="the command" query={query} />
        ) : (
          <CodeView text={command} label="Command" variant="short" copyLabel="Copy the command" />
        )}
      </SpaceBetween>
    </Modal>
  );
}

/** The command. It contains a signature and possibly API keys, so it is not cached. */
const useSignedCommand = ({ deliveryId, payload, webhook }: CurlModalProps) =>
  useRead(
    ['curl', webhook.webhookId, deliveryId],
    async (client, options) => {
      const { webhookId, url } = webhook;
      const { secrets } = await client.revealSecret({ parameters: { webhookId } }, options);
      const signatures = await signedHeaders({ deliveryId, payload, secrets, now: Date.now() });
      const known = requestHeaders({ deliveryId, payload }, webhook)
        .filter(({ name }) => name !== 'content-length')
        .flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
      return curlCommand({ url, headers: { ...Object.fromEntries(known), ...signatures }, body: payload });
    },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  );
