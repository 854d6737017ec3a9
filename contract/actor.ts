/** Who changes something, as the audit trail and webhooks name it (docs/spec/audit.md#who). */
import * as v from 'valibot';

/** `admin`: of the network. `operator`: of this service, with its command line. `service`: the service by itself. */
export const ActorKind = v.picklist(['admin', 'operator', 'service']);

export const Actor = v.object({
  kind: ActorKind,
  /** The user id of an admin, or the name of an operator; absent where it was the service. */
  name: v.optional(v.string()),
});
export type Actor = v.InferOutput<typeof Actor>;

/** The service itself. */
export const theService: Actor = { kind: 'service' };
