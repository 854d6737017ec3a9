/** A short text, such as an ID, with a button that copies it. */
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';

interface CopyableProps {
  readonly text: string;
  /** What it is, for the button's label: `webhook ID`. */
  readonly what: string;
}

export const Copyable = ({ text, what }: CopyableProps) => (
  <CopyToClipboard
    variant="inline"
    textToCopy={text}
    textToDisplay={text}
    wrapText
    copyButtonAriaLabel={`Copy ${what}`}
    {...copyResults}
  />
);

/** What every copy button says after a click. */
export const copyResults = {
  copySuccessText: 'Copied',
  copyErrorText: 'Your browser did not allow copying',
} as const;
