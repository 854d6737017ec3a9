/** What import and export need to know of a kind of records. */
import * as v from 'valibot';
import { type NetworkId, UserId } from '../../contract/ids.ts';
import type { ScanKey } from './network-pages.ts';

/** One kind of records of a network. */
export interface RecordKind {
  /** Members that a record must have: the columns of a CSV file. */
  readonly required: readonly string[];
  /** Begins a batch. `add` throws a ValiError for what is no such record; `write` writes all that were added, also repeatedly. */
  readonly batch: () => { readonly add: (record: unknown) => void; readonly write: () => Promise<void> };
  /** Reads all records of the network. */
  readonly pages: (after?: ScanKey) => AsyncIterable<ExportedPage>;
}

/** Some exported records, and where the next ones begin; no `next` after the last ones. */
export interface ExportedPage {
  readonly records: readonly object[];
  readonly next?: ScanKey | undefined;
}

/** The `batch` of a kind whose records are checked with `schema`. */
export const batchOf =
  <Item>(
    schema: v.GenericSchema<unknown, Item>,
    write: (items: readonly Item[]) => Promise<void>,
  ): RecordKind['batch'] =>
  () => {
    const items: Item[] = [];
    return { add: (record) => void items.push(v.parse(schema, record)), write: () => write(items) };
  };

/** The user of a key `<networkId>_<userId>`; network ids have no `_`. */
export const userOf = (networkId: NetworkId, key: string): UserId => v.parse(UserId, key.slice(networkId.length + 1));
