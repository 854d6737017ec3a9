/** The attempts of the last day as small bars, one an hour. The number beside it says what it shows. */
import type { WebhookCounts } from '@social-platform-services/client';

interface SparklineProps {
  readonly counts: WebhookCounts;
}

/** Pixels of an hour, and of the highest bar. */
const [WIDTH, HEIGHT] = [4, 20];

export function Sparkline({ counts: { hourlyDelivered: delivered, hourlyFailed: failed } }: SparklineProps) {
  const sums = delivered.map((count, hour) => count + (failed[hour] ?? 0));
  const scale = HEIGHT / Math.max(1, ...sums);
  return (
    <svg className="sparkline" width={WIDTH * sums.length} height={HEIGHT} aria-hidden="true">
      {sums.map((sum, hour) => {
        const ofFailed = (failed[hour] ?? 0) * scale;
        const place = { x: hour * WIDTH, width: WIDTH - 1 };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its hour.
          <g key={hour}>
            <rect {...place} y={HEIGHT - sum * scale} height={sum * scale - ofFailed} className="delivered" />
            <rect {...place} y={HEIGHT - ofFailed} height={ofFailed} className="failed" />
          </g>
        );
      })}
    </svg>
  );
}
