/** Counts by name, such as failed attempts by what went wrong: bars, each of which leads to its deliveries. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import { useState } from 'react';
import { Breakable, Words } from '../shared/text-view.tsx';
import { numberText } from '../shared/texts.ts';

interface CountBarsProps {
  readonly title: string;
  readonly counts: Readonly<Record<string, number>>;
  /** Whether what is counted has failed. */
  readonly tone: 'failed' | 'neutral';
  /** What a name of `counts` is called. */
  readonly textOf: (name: string) => string;
  /** Where its deliveries are; undefined if no filter finds them. */
  readonly linkOf: (name: string) => string | undefined;
}

const MOST_SHOWN = 8;

/** The most frequent first. Nothing where nothing failed. */
export function CountBars({ title, counts, tone, textOf, linkOf }: CountBarsProps) {
  const all = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  const [isWhole, setWhole] = useState(false);
  const [[, most] = ['', 0]] = all;
  if (most === 0) return null;
  return (
    <div>
      <Box variant="h3">{title}</Box>
      <table className="bars" aria-label={title}>
        <tbody>
          {(isWhole ? all : all.slice(0, MOST_SHOWN)).map(([name, count]) => (
            <tr key={name}>
              <th scope="row">
                <Breakable>
                  <Linked to={linkOf(name)}>{textOf(name)}</Linked>
                </Breakable>
              </th>
              <td className={`bar ${tone}`}>
                <div style={{ inlineSize: `${(count / most) * 100}%` }} />
              </td>
              <td>{numberText(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all.length > MOST_SHOWN && (
        <Button variant="inline-link" ariaExpanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show ${numberText(all.length - MOST_SHOWN)} more`}
        </Button>
      )}
    </div>
  );
}

interface LinkedProps {
  readonly to: string | undefined;
  readonly children: string;
}

const Linked = ({ to, children }: LinkedProps) => {
  const words = <Words text={children} />;
  return to === undefined ? words : <Link href={to}>{words}</Link>;
};
