/** A table with its title. On a screen that is too narrow for all columns, each row is a card. */
import Box from '@cloudscape-design/components/box';
import Header, { type HeaderProps } from '@cloudscape-design/components/header';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { useSyncExternalStore } from 'react';

export type Columns<T> = readonly TableProps.ColumnDefinition<T>[];

interface DataTableProps<T>
  extends Omit<TableProps<T>, 'header' | 'columnDefinitions'>,
    Pick<HeaderProps, 'actions' | 'counter' | 'description'> {
  readonly title: string;
  /** What it is called for screen readers; the title by default. */
  readonly label?: string;
  /** What a row is: the header of the cards. */
  readonly row: string;
  /** Each has its `minWidth` in pixels. */
  readonly columns: Columns<T>;
  /** What a card has, if not every column below its name. */
  readonly card?: (row: T) => React.ReactNode;
}

export function DataTable<T>(props: DataTableProps<T>) {
  const { title, label = title, row, columns, card, actions, counter, description, ariaLabels, ...table } = props;
  const fits = useFits(columns, table.selectionType === undefined ? EDGES : EDGES + SELECTION);
  return (
    <Table
      {...table}
      columnDefinitions={fits ? columns : asCard(row, columns, card)}
      ariaLabels={{ tableLabel: label, ...ariaLabels }}
      header={
        <Header variant="h2" actions={actions} counter={counter} description={description}>
          {title}
        </Header>
      }
      wrapLines
    />
  );
}

/** The ID of the element that has the screen, beside the navigation. */
export const SCREEN = 'screen';
/** Pixels of a table that are in no column. */
const EDGES = 44;
/** Pixels of the column that selects rows. */
const SELECTION = 40;

const subscribe = (onChange: () => void): (() => void) => {
  const observer = new ResizeObserver(onChange);
  const screen = document.getElementById(SCREEN);
  if (screen !== null) observer.observe(screen);
  return () => observer.disconnect();
};

/** Whether there is room for the columns, and `besides` pixels. */
const useFits = <T,>(columns: Columns<T>, besides: number): boolean =>
  useSyncExternalStore(subscribe, () => {
    const room = document.getElementById(SCREEN)?.clientWidth ?? innerWidth;
    return columns.reduce((sum, { minWidth }) => sum + Number(minWidth), besides) <= room;
  });

const asCard = <T,>(header: string, columns: Columns<T>, card?: (row: T) => React.ReactNode): Columns<T> => [
  {
    id: 'card',
    header,
    cell: (row) =>
      card?.(row) ??
      columns.map((column) => (
        <div key={column.id}>
          {column.header !== header && <Box variant="awsui-key-label">{column.header}</Box>}
          {column.cell(row)}
        </div>
      )),
  },
];
