/** Which lines of our source files have been executed, from V8's counts of the scripts that were made from them. */
import { decode } from '@jridgewell/sourcemap-codec';
import * as v from 'valibot';

/** V8's counts of one script: nested ranges of its text, in UTF-16 code units. */
export const ScriptCoverage = v.object({
  url: v.string(),
  functions: v.array(
    v.object({
      ranges: v.array(v.object({ startOffset: v.number(), endOffset: v.number(), count: v.number() })),
    }),
  ),
});
export type ScriptCoverage = v.InferOutput<typeof ScriptCoverage>;

/** A piece of a script that does something, and where it comes from. Lines and columns start at 0. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** In the script's text. */
  readonly offset: number;
}

const SourceMap = v.object({ sources: v.array(v.string()), mappings: v.string() });

/** The places of a script by its source map, in the files that `fileOf` returns for the map's sources. */
export function placesIn(script: string, sourceMap: string, fileOf: (source: string) => string | undefined): Place[] {
  const { sources, mappings } = v.parse(SourceMap, JSON.parse(sourceMap));
  const starts = lineStarts(script);
  const files = sources.map(fileOf);
  return decode(mappings).flatMap((segments, generatedLine) =>
    segments.flatMap(([generatedColumn, source = -1, line = 0, column = 0]) => {
      const file = files[source];
      const offset = (starts[generatedLine] ?? 0) + generatedColumn;
      // The end of a block or list is not executed by itself.
      return file === undefined || /[)\]};,]/.test(script.charAt(offset)) ? [] : [{ file, line, column, offset }];
    }),
  );
}

/** The offset at which each line starts. */
export const lineStarts = (text: string): number[] => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];

/** A file's lines with code, and those that were not executed, or only in part; counted from 1. */
export interface FileCoverage {
  readonly file: string;
  readonly lines: readonly number[];
  readonly missed: readonly number[];
}

type Kind = 'source' | 'bundle';
interface KnownPlace {
  readonly line: number;
  readonly kinds: Set<Kind>;
  executed: boolean;
}

/** Adds up what scripts have executed. */
export class ExecutedCode {
  readonly #files = new Map<string, Map<string, KnownPlace>>();

  /** Adds places, executed as the script's counts say; without counts they are only known. */
  add(kind: Kind, places: readonly Place[], script?: ScriptCoverage): void {
    const executed = script && executedOffsets(script);
    for (const { file, line, column, offset } of places) {
      const known = this.#files.get(file) ?? new Map<string, KnownPlace>();
      this.#files.set(file, known);
      const place = known.get(`${line}:${column}`) ?? { line: line + 1, kinds: new Set(), executed: false };
      known.set(`${line}:${column}`, place);
      place.kinds.add(kind);
      place.executed ||= executed?.[offset] === 1;
    }
  }

  /** Every file with code, by name. */
  files(): FileCoverage[] {
    return [...this.#files]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([file, places]) => {
        const byLine = Map.groupBy(places.values(), ({ line }) => line);
        const lines = [...byLine.keys()].sort((a, b) => a - b);
        return { file, lines, missed: lines.filter((line) => isMissed(byLine.get(line) ?? [])) };
      });
  }
}

/** The minifier moves and drops places: a line is executed where all places of one kind are. */
const isMissed = (places: readonly KnownPlace[]): boolean =>
  (['source', 'bundle'] as const).every((kind) => {
    const ofKind = places.filter(({ kinds }) => kinds.has(kind));
    return ofKind.length === 0 || ofKind.some(({ executed }) => !executed);
  });

/** 1 for each offset that was executed. */
function executedOffsets({ functions }: ScriptCoverage): Uint8Array {
  const ranges = functions.flatMap((one) => one.ranges);
  const executed = new Uint8Array(Math.max(0, ...ranges.map(({ endOffset }) => endOffset)));
  // An inner range starts later than the one around it, or ends earlier; it has the last word.
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges) executed.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return executed;
}
