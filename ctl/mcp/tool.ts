/** What an agent can call: a name, what it is for, its arguments, and what it does. */

import type { Client } from '@social-platform-services/client';
import type { LedgerAddress } from '@social-platform-services/client/webhooks/reconcile';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { WebhookId } from '../../contract/webhooks.ts';

/** What tools work with. */
export interface ToolPorts {
  /** Reads as a viewer, to whom no response shows a secret. */
  readonly reader: Client;
  /** Changes as an admin. */
  readonly writer: Client;
  /** The ledger of a webhook, with its secret, which no result contains. */
  readonly ledgerOf: (webhookId: WebhookId) => Promise<LedgerAddress>;
}

type Arguments = v.GenericSchema<Record<string, unknown>, unknown>;

/** A tool. A result is any JSON. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly writes: boolean;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Throws ValiError for arguments that do not fit. */
  readonly call: (ports: ToolPorts, given: unknown) => Promise<unknown>;
}

/** A tool that only reads. */
export const reading = <S extends Arguments>(
  name: string,
  description: string,
  schema: S,
  run: (ports: ToolPorts, given: v.InferOutput<S>) => Promise<unknown>,
): Tool => ({
  name,
  description,
  writes: false,
  inputSchema: { ...toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' }) },
  call: async (ports, given) => await run(ports, v.parse(schema, given)),
});

const CONFIRM = 'must be true or false';

/**
 * A tool that changes or sends something. As in the panel, that takes two steps: the first call returns what it would
 * do, by `preview`, and only one with `confirm` does it.
 */
export function writing<Entries extends v.ObjectEntries>(
  name: string,
  description: string,
  entries: Entries,
  preview: (ports: ToolPorts, given: v.InferOutput<v.ObjectSchema<Entries, undefined>>) => Promise<unknown>,
  run: (ports: ToolPorts, given: v.InferOutput<v.ObjectSchema<Entries, undefined>>) => Promise<unknown>,
): Tool {
  const schema = v.object(entries);
  const Confirmation = v.object({ confirm: v.optional(v.boolean(CONFIRM), false) });
  const json = toJsonSchema(v.object({ ...entries, ...Confirmation.entries }), {
    typeMode: 'input',
    errorMode: 'ignore',
  });
  return {
    name,
    description: `${description} The first call only returns what it would do: show that to the person who asked, and call again with confirm set to true once they agree.`,
    writes: true,
    inputSchema: { ...json },
    call: async (ports, given) => {
      const asked = v.parse(schema, given);
      if (v.parse(Confirmation, given).confirm) return await run(ports, asked);
      return {
        done: false,
        wouldDo: await preview(ports, asked),
        next: 'Call again with confirm set to true to do it.',
      };
    },
  };
}
