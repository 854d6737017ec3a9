/** The sign-in screen, with every way to sign in that this installation offers. */
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useSession } from '../session/session-provider.tsx';
import { useBreadcrumbs } from '../shared/breadcrumbs.tsx';
import { useOperatorCommand } from '../shared/operator-command.ts';
import { MALFORMED_LINK } from './malformed-link.ts';
import { PasteLink } from './paste-link.tsx';

export function SignInScreen({ reason }: { readonly reason: string | undefined }) {
  const { config, signIn, openedLink } = useSession();
  const command = useOperatorCommand();
  useBreadcrumbs({ text: 'Sign in', to: '/' });
  return (
    <main className="narrow-page">
      <SpaceBetween size="l">
        {openedLink?.kind === 'malformed' && <Alert type="error">{MALFORMED_LINK}</Alert>}
        {reason !== undefined && <Alert>{reason}</Alert>}
        <Container header={<Header variant="h1">Sign in to the admin panel</Header>}>
          <SpaceBetween size="l">
            {config?.signIn !== undefined && (
              <Button variant="primary" onClick={signIn}>
                Sign in
              </Button>
            )}
            <Box variant="p">
              An operator can create a link that signs you in:
              <Box variant="code" display="block" padding={{ top: 'xs' }}>
                {command('admin-link NETWORK')}
              </Box>
            </Box>
            <PasteLink />
          </SpaceBetween>
        </Container>
      </SpaceBetween>
    </main>
  );
}
