/** Where a text is in the tables of the local cloud. */
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { type TableName, tableKeys } from '../../contract/tables.ts';
import { cloud, connection } from '../support/service.ts';

const tables = Object.keys(tableKeys) as TableName[];
/** The name of a table in the local cloud. */
export const nameOf = (table: TableName) =>
  `${cloud().outputs[`${table.charAt(0).toUpperCase()}${table.slice(1)}TableName`]}`;

/** Reads all tables, and returns where the text is: the table, and the attributes with their names within each other. */
export async function whereIs(text: string): Promise<readonly string[]> {
  const found = await Promise.all(
    tables.map(async (table) => {
      const paths = new Set<string>();
      for await (const { Items = [] } of paginateScan(
        { client: connection().client },
        { TableName: nameOf(table), ConsistentRead: true },
      )) {
        const named = Items.filter((item) => JSON.stringify(item).includes(text));
        for (const path of named.flatMap((item) => pathsIn(item, text))) paths.add(`${table} ${path.slice(1)}`);
      }
      return [...paths];
    }),
  );
  return found.flat().sort();
}

function pathsIn(value: unknown, text: string): readonly string[] {
  if (typeof value === 'string') return value.includes(text) ? [value.includes('#comments_') ? ' #comments' : ''] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => pathsIn(one, text)).map((path) => `[]${path}`);
  return Object.entries(value).flatMap(([name, one]) => {
    if (name.includes(text)) return ['.*'];
    return pathsIn(one, text).map((path) => `.${name}${path}`);
  });
}
