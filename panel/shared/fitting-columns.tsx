/** How a table fits into a narrow screen: with its first columns, or with its rows as cards. */
import Box from '@cloudscape-design/components/box';
import type { TableProps } from '@cloudscape-design/components/table';
import { useSyncExternalStore } from 'react';

type Columns<T> = readonly TableProps.ColumnDefinition<T>[];

/** The ID of the element that has the screen, beside the navigation. */
export const SCREEN = 'screen';
/** Pixels of a table that are in no column. */
const EDGES = 44;
/** Pixels of the column that selects rows. */
export const SELECTION = 40;

const subscribe = (onChange: () => void): (() => void) => {
  const observer = new ResizeObserver(onChange);
  const screen = document.getElementById(SCREEN);
  if (screen !== null) observer.observe(screen);
  return () => observer.disconnect();
};

/**
 * The columns for which there is room, from the first one on: for a table whose opened row has the rest. What opens a
 * row is in the row's header: without room for that, each row is a card.
 */
export function useFittingColumns<T>(columns: Columns<T>, besides = 0): Columns<T> {
  const count = useFittingCount(columns, besides);
  const needed = columns.findIndex(({ isRowHeader }) => isRowHeader) + 1;
  return count >= needed ? columns.slice(0, count) : asCard(columns[0]?.header, columns.slice(0, needed));
}

/** All columns if there is room, or one, `header`, with everything below each other: for a table that shows all there is. */
export function useCards<T>(header: string, columns: Columns<T>): Columns<T> {
  return useFittingCount(columns) === columns.length ? columns : asCard(header, columns);
}

function useFittingCount<T>(columns: Columns<T>, besides = 0): number {
  return useSyncExternalStore(subscribe, () => {
    const room = (document.getElementById(SCREEN)?.clientWidth ?? innerWidth) - besides;
    return columns.findLastIndex((_, index) => widthOf(columns.slice(0, index + 1)) <= room) + 1;
  });
}

const widthOf = <T,>(columns: Columns<T>): number =>
  columns.reduce((sum, { minWidth }) => sum + Number(minWidth), EDGES);

const asCard = <T,>(header: React.ReactNode, columns: Columns<T>): Columns<T> => [
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
