/** How a table fits on a phone: with few of its columns, or with its rows as cards. */
import Box from '@cloudscape-design/components/box';
import type { TableProps } from '@cloudscape-design/components/table';
import { useSyncExternalStore } from 'react';

/** Cloudscape's own breakpoint. */
const wide = matchMedia('(min-width: 689px)');

const subscribe = (onChange: () => void): (() => void) => {
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
};

/** Whether the window is wider than a phone's. */
export const isWide = (): boolean => wide.matches;

const useIsWide = (): boolean => useSyncExternalStore(subscribe, isWide);

/** Properties of a table whose rows can be opened, given the IDs of the columns without which a row says nothing. */
export const useVisibleColumns = (onPhone: readonly string[]): { readonly visibleColumns?: readonly string[] } =>
  useIsWide() ? {} : { visibleColumns: onPhone };

/** Columns of a table whose rows show all there is; on a phone one column, `header`, with everything below each other. */
export function useCards<T>(
  header: string,
  columns: readonly TableProps.ColumnDefinition<T>[],
): readonly TableProps.ColumnDefinition<T>[] {
  return useIsWide()
    ? columns
    : [
        {
          id: 'card',
          header,
          cell: (row) =>
            columns.map((column) => (
              <div key={column.id}>
                {column.header !== header && <Box variant="awsui-key-label">{column.header}</Box>}
                {column.cell(row)}
              </div>
            )),
        },
      ];
}
