/** Shows a secret, with a button that copies it. */
import Box from '@cloudscape-design/components/box';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import { copyResults } from '../../shared/copyable.tsx';
import './secret-text.css';

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
