/** The line of a delivery: from its event's acceptance over its attempts to the next one, with waits in proportion. */
import type { DeliveryDetail } from '@social-platform-services/client';
import { classTitle } from '../../shared/delivery-texts.ts';
import { Section } from '../../shared/page.tsx';
import { durationText } from '../../shared/texts.ts';
import { Countdown, Time } from '../../shared/time.tsx';
import { countdownText } from '../../shared/time-texts.ts';
import { type Moment, momentsOf } from './timeline.ts';

export const Timeline = ({ delivery }: { readonly delivery: DeliveryDetail }) => (
  <Section title="Time line">
    <ol className="time-line">
      {momentsOf(delivery).map((moment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place on the line.
        <li key={index} className={toneOf(moment)} style={{ flexGrow: Math.max(moment.share, LEAST_SHARE) }}>
          {index > 0 && <span className="wait">{waitText(moment.wait)}</span>}
          <span className="point">
            <strong>{nameOf(moment)}</strong>
            {moment.at !== undefined &&
              (moment.kind === 'next' ? <Countdown what="Planned" at={moment.at} /> : <Time at={moment.at} />)}
          </span>
        </li>
      ))}
    </ol>
  </Section>
);

/** So that two attempts in a row can be told apart. */
const LEAST_SHARE = 0.02;

const toneOf = ({ kind, class: ended }: Moment): string =>
  kind === 'attempt' ? (ended === 'delivered' ? 'delivered' : 'failed') : kind;

/** The wait before a point, which may be unknown. */
const waitText = (wait: number | undefined): string =>
  wait === undefined ? '…' : wait < 1_000 ? durationText(wait) : (countdownText(wait) ?? '');

function nameOf({ kind, number = 0, class: ended, statusCode }: Moment): string {
  if (kind === 'accepted') return 'Accepted';
  if (kind === 'next') return 'Next attempt';
  if (kind === 'unlisted') return number === 1 ? '1 earlier attempt' : `${number} earlier attempts`;
  return `${number}. ${ended === undefined ? 'Attempt' : classTitle(ended, statusCode)}`;
}
