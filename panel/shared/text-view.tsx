/** Text that someone else wrote, exactly as text: payloads, answers, source code. Nothing in it is ever markup. */
import { useMemo } from 'react';
import './text-view.css';
import { visibleText } from './visible-text.ts';

interface TextViewProps {
  readonly text: string;
  /** What it is, for those who do not see it: `Payload`. */
  readonly label: string;
  /** `code` keeps its lines; `short` takes little room. Both scroll. */
  readonly look?: 'code' | 'short';
}

/** Lines that are laid out together, once they come into view. */
const LINES_OF_BLOCK = 100;

export function TextView({ text, label, look }: TextViewProps) {
  const blocks = useMemo(() => blocksOf(visibleText(text)), [text]);
  return (
    <section
      className={look ? `text-view text-view-${look}` : 'text-view'}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have nothing but their place.
        <div key={index} {...(blocks.length > 1 && { className: 'text-view-block' })}>
          {block}
        </div>
      ))}
    </section>
  );
}

function blocksOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return Array.from({ length: Math.ceil(lines.length / LINES_OF_BLOCK) }, (_, index) =>
    lines.slice(index * LINES_OF_BLOCK, (index + 1) * LINES_OF_BLOCK).join('\n'),
  );
}
