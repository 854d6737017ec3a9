/** Who changes something, as the audit trail and webhooks name it (docs/spec/audit.md#who). */
import * as v from 'valibot';

/**
 * `admin`: of the network. `operator`: of this service, with its command line. `server`: the network's
 * back end. `service`: the service by itself.
 */
export const ActorKind = v.picklist(['admin', 'operator', 'server', 'service']);

export const Actor = v.object({
  kind: ActorKind,
  /** The user id in the token of an admin or a server, or the name of an operator; absent where it was the service. */
  name: v.optional(v.string()),
});
export type Actor = v.InferOutput<typeof Actor>;

/** The service itself. */
export const theService: Actor = { kind: 'service' };
