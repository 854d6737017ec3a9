/** Texts that are no prose: to copy, to wrap anywhere, and untrusted ones of many lines. */
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Fragment, useMemo } from 'react';
import { shortened, visibleText } from './texts.ts';

interface TextViewProps {
  readonly text: string;
  /** For screen readers: `Payload`. */
  readonly label: string;
  /** `code` does not wrap lines; `short` is less high. */
  readonly variant?: 'code' | 'short';
}

/** The browser lays out a block of lines only when it is scrolled into view. */
const LINES_PER_BLOCK = 100;

export function TextView({ text, label, variant }: TextViewProps) {
  const blocks = useMemo(() => blocksOf(visibleText(text)), [text]);
  return (
    <section
      className={variant ? `text-view text-view-${variant}` : 'text-view'}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
      tabIndex={0}
    >
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no other key.
        <div key={index} {...(blocks.length > 1 && { className: 'text-view-block' })}>
          {block}
        </div>
      ))}
    </section>
  );
}

/** A block ends with its line feed, which shows no further line, so that the text as a whole is what it was. */
function blocksOf(text: string): readonly string[] {
  const lines = text.split(/(?<=\n)/);
  return Array.from({ length: Math.ceil(lines.length / LINES_PER_BLOCK) }, (_, index) =>
    lines.slice(index * LINES_PER_BLOCK, (index + 1) * LINES_PER_BLOCK).join(''),
  );
}

/** A text that may be one long word, such as a URL: it wraps after separators, or else anywhere, and never overflows. */
export const Breakable = ({ children }: { readonly children: React.ReactNode }) => (
  <span className="breakable">{typeof children === 'string' ? <Words text={children} /> : children}</span>
);

/** A name, URL or ARN that wraps after its separators, before it does within a word. */
export const Words = ({ text }: { readonly text: string }) =>
  text.split(SEPARATED).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** After a separator within a text, but not within several of them, as in `https://`, and not before the `*` of a pattern. */
const SEPARATED = /(?<=[./:_?&=-])(?![./:_?&=*-])(?=.)/;

/** A text that somebody has typed: in a direction of its own, and with what it may hide. It wraps anywhere. */
export const TypedText = ({ text }: { readonly text: string }) => <bdi className="breakable">{visibleText(text)}</bdi>;

interface CopyableProps {
  readonly text: string;
  /** The most characters to show; all of them are copied. */
  readonly most?: number;
  /** What it is, for the button's label: `webhook ID`. */
  readonly what: string;
}

/** The least pixels of a field whose ID of up to 36 characters is one line, with the button. */
export const ID_FIELD = 380;

/** A short text, such as an ID, with a button that copies it, which stays beside it. */
export const Copyable = ({ text, what, most = Number.POSITIVE_INFINITY }: CopyableProps) => (
  <span className="copyable">
    <Breakable>
      <Words text={visibleText(shortened(text, most))} />
    </Breakable>
    <CopyToClipboard variant="icon" textToCopy={text} copyButtonAriaLabel={`Copy ${what}`} {...copyResults} />
  </span>
);

/** What every copy button says after a click. */
export const copyResults = {
  copySuccessText: 'Copied',
  copyErrorText: 'Your browser did not allow copying',
} as const;

interface CodeViewProps extends TextViewProps {
  readonly copyText?: string;
  /** What the button copies, for screen readers: `Copy the command`. */
  readonly copyLabel?: string;
}

/** A text with a button that copies it. */
export const CodeView = ({ copyText = 'Copy', copyLabel = copyText, ...view }: CodeViewProps) => (
  <SpaceBetween size="xs">
    <CopyToClipboard
      textToCopy={view.text}
      copyButtonText={copyText}
      copyButtonAriaLabel={copyLabel}
      {...copyResults}
    />
    <TextView {...view} />
  </SpaceBetween>
);
