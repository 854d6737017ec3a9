/** The secrets of a webhook: revealed on demand for a minute, and rotated. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState } from 'react';
import type { WebhookSecret } from '../../client/index.ts';
import { useChange } from '../api/calls.ts';
import { AppLink } from '../shared/app-link.tsx';
import { ErrorAlert } from '../shared/error-alert.tsx';
import { copyResults } from '../shared/text-view.tsx';
import { RotateModal } from './rotate-modal.tsx';
import { secretUses } from './rotation.ts';

const SHOWN_MILLISECONDS = 60_000;

export function Secrets({ webhookId }: { readonly webhookId: string }) {
  const [secrets, setSecrets] = useState<readonly WebhookSecret[]>();
  const [isRotating, setIsRotating] = useState(false);
  const revealing = useChange((client) => client.revealSecret({ parameters: { webhookId } }), null);
  useEffect(() => {
    if (secrets === undefined) return;
    const timer = setTimeout(() => setSecrets(undefined), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [secrets]);
  const reveal = () => revealing.mutate(undefined, { onSuccess: (response) => setSecrets(response.secrets) });
  return (
    <Container
      header={
        <Header
          variant="h2"
          description={
            <>
              Your receiver uses the secret to verify requests. For sample code, see{' '}
              <AppLink to="/verification" fontSize="body-m">
                Verify signatures
              </AppLink>
              .
            </>
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
          Secret
        </Header>
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
    </Container>
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
