/**
 * Reads the body of a CloudWatch dashboard
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/CloudWatch-Dashboard-Body-Structure.html).
 */
import * as v from 'valibot';

/** One line of a graph. */
export interface MetricLine {
  readonly label: string;
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  /** `Sum`, `p99` and so on. */
  readonly statistic: string;
  readonly periodSeconds: number;
}

export type Widget =
  | {
      readonly kind: 'metric';
      readonly title: string;
      readonly lines: readonly MetricLine[];
      readonly thresholds: number[];
    }
  | { readonly kind: 'alarms'; readonly title: string }
  | { readonly kind: 'text'; readonly markdown: string }
  | { readonly kind: 'log'; readonly title: string; readonly query: string };

const MetricEntry = v.array(v.union([v.string(), v.looseObject({})]));
const Options = v.object({
  label: v.optional(v.string()),
  stat: v.optional(v.string()),
  period: v.optional(v.number()),
});
const Properties = v.looseObject({
  title: v.optional(v.string(), ''),
  markdown: v.optional(v.string(), ''),
  query: v.optional(v.string(), ''),
  stat: v.optional(v.string(), 'Average'),
  period: v.optional(v.number(), 300),
  metrics: v.optional(v.array(MetricEntry), []),
  annotations: v.optional(v.looseObject({ horizontal: v.optional(v.array(v.unknown()), []) }), {}),
});
const Position = { x: v.optional(v.number(), 0), y: v.optional(v.number(), 0) };
const Body = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    widgets: v.array(v.looseObject({ type: v.string(), ...Position, properties: v.optional(Properties, {}) })),
  }),
);
const Annotation = v.looseObject({ value: v.number() });

/** The widgets from top to bottom. Throws a `ValiError` for a body in another form. A line of metric math is left out. */
export function readDashboardBody(body: string): readonly Widget[] {
  return v
    .parse(Body, body)
    .widgets.toSorted((a, b) => a.y - b.y || a.x - b.x)
    .flatMap(({ type, properties }): readonly Widget[] => {
      const { title, markdown, query, metrics, annotations } = properties;
      switch (type) {
        case 'metric': {
          const thresholds = annotations.horizontal.flatMap((one) => (v.is(Annotation, one) ? [one.value] : []));
          return [{ kind: 'metric', title, lines: linesOf(metrics, properties), thresholds }];
        }
        case 'alarm':
          return [{ kind: 'alarms', title }];
        case 'text':
          return [{ kind: 'text', markdown }];
        case 'log':
          return [{ kind: 'log', title, query }];
        default:
          return [];
      }
    });
}

/** `.` repeats the text at the same place of the entry before, and `...` all that follow. */
function linesOf(
  entries: readonly v.InferOutput<typeof MetricEntry>[],
  { stat, period }: { readonly stat: string; readonly period: number },
): readonly MetricLine[] {
  let before: readonly string[] = [];
  return entries.flatMap((entry) => {
    const texts = entry.filter((part) => typeof part === 'string');
    const options = v.parse(Options, entry.find((part) => typeof part === 'object') ?? {});
    before = texts.flatMap((text, index) => repeated(text, index, texts.length, before));
    const [namespace, name, ...pairs] = before;
    if (namespace === undefined || name === undefined) return [];
    const dimensions = Object.fromEntries(
      pairs.flatMap((key, index) => (index % 2 === 0 ? [[key, pairs[index + 1] ?? '']] : [])),
    );
    const line = { namespace, name, dimensions, statistic: options.stat ?? stat };
    return [{ ...line, periodSeconds: options.period ?? period, label: options.label ?? labelOf(name, dimensions) }];
  });
}

function repeated(text: string, index: number, length: number, before: readonly string[]): readonly string[] {
  if (text === '.') return before.slice(index, index + 1);
  return text === '...' ? before.slice(index, before.length - (length - index - 1)) : [text];
}

const labelOf = (name: string, dimensions: Readonly<Record<string, string>>): string =>
  [name, ...Object.values(dimensions)].join(' ');
