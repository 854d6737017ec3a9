/** A receiver to copy, in the language of one's choice. */
import Container from '@cloudscape-design/components/container';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { TextView } from '../shared/text-view.tsx';
import { receivers } from './receivers.ts';

export const ReceiverCode = () => (
  <Container
    header={
      <Header variant="h2" description="Each is a whole receiver in one file that needs nothing but its language.">
        Receiver code
      </Header>
    }
  >
    <Tabs
      ariaLabel="Language"
      tabs={receivers.map(({ id, language, file, code }) => ({
        id,
        label: language,
        content: (
          <SpaceBetween size="s">
            <CopyToClipboard
              textToCopy={code}
              copyButtonText={`Copy ${file}`}
              copySuccessText="Copied"
              copyErrorText="Your browser did not allow copying"
            />
            <TextView text={code} label={`A receiver for ${language}`} look="code" />
          </SpaceBetween>
        ),
      }))}
    />
  </Container>
);
