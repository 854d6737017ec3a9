/** What a version has stored, queued and answered: test/versions/<version>.generated.json, which record.ts writes. */
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';

export const Fixture = v.object({
  networkId: NetworkId,
  /** Items of the network, by the output that names the table, such as `BlocksTableName`. */
  tables: v.record(v.string(), v.array(v.record(v.string(), v.unknown()))),
  /** Messages of the lanes, the first one for the delivery that had failed once; and of notices. */
  messages: v.object({ lanes: v.array(v.string()), notices: v.array(v.string()) }),
  /** Reads by their caller, in their order: the path, and the body of the answer. */
  answers: v.array(
    v.object({ role: v.picklist(['admin', 'server', 'user']), path: v.string(), body: v.looseObject({}) }),
  ),
  /** Where to read the delivery that had failed once. */
  retrying: v.string(),
});
export type Fixture = v.InferOutput<typeof Fixture>;
