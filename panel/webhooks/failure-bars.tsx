/** Failed attempts by what went wrong: bars, each of which leads to its deliveries. */
import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import { Breakable } from '../shared/text-view.tsx';
import { numberText } from '../shared/texts.ts';

interface FailureBarsProps {
  readonly title: string;
  readonly counts: Readonly<Record<string, number>>;
  /** What a name of `counts` is called. */
  readonly textOf: (name: string) => string;
  /** Where its deliveries are; undefined if no filter finds them. */
  readonly linkOf: (name: string) => string | undefined;
}

const MOST_SHOWN = 8;

/** The most frequent first. Nothing where nothing failed. */
export function FailureBars({ title, counts, textOf, linkOf }: FailureBarsProps) {
  const all = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  const [[, most] = ['', 0]] = all;
  if (most === 0) return null;
  return (
    <div>
      <Box variant="h3">{title}</Box>
      <table className="bars" aria-label={title}>
        <tbody>
          {all.slice(0, MOST_SHOWN).map(([name, count]) => (
            <tr key={name}>
              <th scope="row">
                <Breakable>
                  <Linked to={linkOf(name)}>{textOf(name)}</Linked>
                </Breakable>
              </th>
              <td className="bar">
                <div style={{ inlineSize: `${(count / most) * 100}%` }} />
              </td>
              <td>{numberText(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all.length > MOST_SHOWN && <Box color="text-body-secondary">and {all.length - MOST_SHOWN} more</Box>}
    </div>
  );
}

interface LinkedProps {
  readonly to: string | undefined;
  readonly children: string;
}

const Linked = ({ to, children }: LinkedProps) => (to === undefined ? children : <Link href={to}>{children}</Link>);
