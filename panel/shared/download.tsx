/** A button that reads all pages of a list, shows how far it is, and hands over a CSV file. */
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useRepeating } from '../api/api-provider.tsx';
import { type Cell, csvOf } from './csv.ts';
import { errorMessage } from './error-alert.tsx';
import { useNotify } from './notifications.tsx';
import { numberText } from './texts.ts';

/** Rows of a part of the list; `start` is where the next part begins, absent at the end. */
interface Part {
  readonly rows: readonly (readonly Cell[])[];
  readonly start?: string | undefined;
}

interface DownloadProps {
  /** What the rows are, and the file is called: `deliveries`. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly read: (start: string | undefined, signal: AbortSignal) => Promise<Part>;
}

const MOST_ROWS = 10_000;
/** A filter that matches few rows makes parts without any. */
const MOST_REQUESTS = 1_000;

export function Download({ name, columns, read }: DownloadProps) {
  const notify = useNotify();
  const queries = useQueryClient();
  const { retry } = useRepeating();
  const [count, setCount] = useState(0);
  const isStopping = useRef(false);
  useEffect(
    () => () => {
      isStopping.current = true;
    },
    [],
  );

  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      isStopping.current = false;
      const rows: (readonly Cell[])[] = [];
      let start: string | undefined;
      for (let requests = 0; requests < MOST_REQUESTS && rows.length < MOST_ROWS; requests++) {
        setCount(rows.length);
        const from = start;
        // Each part waits and is repeated like any other read.
        const part: Part = await queries.fetchQuery({
          queryKey: ['download', name, crypto.randomUUID()],
          queryFn: ({ signal }) => read(from, signal),
          gcTime: 0,
          retry,
        });
        if (isStopping.current) return;
        rows.push(...part.rows);
        start = part.start;
        if (start === undefined) break;
      }
      const isCut = start !== undefined || rows.length > MOST_ROWS;
      const shown = rows.slice(0, MOST_ROWS);
      save(`${name}.csv`, csvOf([columns, ...shown]));
      notify(
        isCut
          ? `The file has the latest ${numberText(shown.length)} ${name}. There may be older ones: filter by a time to get those.`
          : `The file has all ${numberText(shown.length)} ${name}.`,
      );
    },
  });
  if (!isPending)
    return (
      <SpaceBetween direction="horizontal" size="xs" alignItems="center">
        {error !== null && <StatusIndicator type="error">{errorMessage(error)}</StatusIndicator>}
        <Button iconName="download" ariaLabel="Download CSV" onClick={() => mutate()}>
          CSV
        </Button>
      </SpaceBetween>
    );
  return (
    <SpaceBetween direction="horizontal" size="xs" alignItems="center">
      <StatusIndicator type="in-progress">{`${numberText(count)} ${name} read`}</StatusIndicator>
      <Button
        onClick={() => {
          isStopping.current = true;
        }}
      >
        Stop
      </Button>
    </SpaceBetween>
  );
}

/** Hands a text over as a file. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
