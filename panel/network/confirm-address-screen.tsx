/** Where a mail's link leads: the owner confirms an address. It needs no session, and waits for the button. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { createClient } from '@social-platform-services/client';
import { useMutation } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useSession } from '../session/session-provider.tsx';
import { ErrorAlert } from '../shared/error-alert.tsx';
import { NarrowPage } from '../shared/page.tsx';

export function Screen() {
  const { networkId = '', token = '' } = useParams();
  const { config } = useSession();
  const confirming = useMutation({
    mutationFn: () =>
      createClient({ baseUrl: config.apiUrl, token: '' }).confirmNoticeAddress({ body: { networkId, token } }),
    gcTime: 0,
  });
  return (
    <NarrowPage title="Notices by e-mail">
      <Container header={<Header variant="h1">Notices by e-mail</Header>}>
        {confirming.data !== undefined ? (
          <Alert type="success">{confirming.data.address} gets notices from now on. You can close this page.</Alert>
        ) : (
          <SpaceBetween size="m">
            <div>
              An admin of the network {networkId} wants notices about its webhooks to be sent to your address: when a
              receiver is down, comes back, or was disabled.
            </div>
            {confirming.error !== null && (
              <>
                <ErrorAlert error={confirming.error} header="The address could not be confirmed" />
                <div>If you have confirmed it before, there is nothing more to do.</div>
              </>
            )}
            <Button
              variant="primary"
              loading={confirming.isPending}
              onClick={() => !confirming.isPending && confirming.mutate()}
            >
              Confirm
            </Button>
          </SpaceBetween>
        )}
      </Container>
    </NarrowPage>
  );
}
