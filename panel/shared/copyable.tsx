/** A short text, such as an id, with a button that copies it. */
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';

interface CopyableProps {
  readonly text: string;
  /** What it is, for the button: `webhook id`. */
  readonly what: string;
}

export const Copyable = ({ text, what }: CopyableProps) => (
  <CopyToClipboard
    variant="inline"
    textToCopy={text}
    textToDisplay={text}
    wrapText
    copyButtonAriaLabel={`Copy ${what}`}
    copySuccessText="Copied"
    copyErrorText="Your browser did not allow copying"
  />
);
