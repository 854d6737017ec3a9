/** Callers and their roles, a network's features and hide mode, and how admins sign in (docs/spec/access.md). */
import * as v from 'valibot';
import { doc, field, named } from './documentation.ts';
import { NetworkId, UserId } from './ids.ts';
import { NetworkQuotas } from './quotas.ts';
import { oneOf } from './schema.ts';

/** Which routes a caller may use (docs/spec/access.md#roles). */
export const Role = v.picklist(['user', 'server', 'admin', 'viewer']);
export type Role = v.InferOutput<typeof Role>;

/** Who may use a route: callers with a token of the role, or of one of the others. */
interface Access {
  readonly role: Role | 'receiver' | 'anyone';
  readonly alsoFor?: readonly Role[];
}

/** Whether a caller of a role may use a route: admins may use those of viewers, too. */
export const mayUse = (own: Role, { role, alsoFor = [] }: Access): boolean =>
  own === role || (own === 'admin' && role === 'viewer') || alsoFor.includes(own);

/** The features of a network, and what people call them. All are off at first (docs/spec/access.md#features). */
export const featureTitles = { blockUser: 'Block user', userActivity: 'User activity', webhooks: 'Webhooks' } as const;
export const Feature = oneOf(featureTitles);
export type Feature = v.InferOutput<typeof Feature>;

/** Whether a block hides only the blocked user, or both from each other (docs/spec/blocking.md#hide-mode). */
export const HideMode = named(
  'HideMode',
  oneOf({
    blocker: doc('A block hides the content of the blocked user from the user who made the block.'),
    mutual: doc('A block hides the content of each of the two users from the other user.'),
  }),
  doc('The setting that determines whose content a block hides.'),
);
export type HideMode = v.InferOutput<typeof HideMode>;

/** Whether blocks become events (docs/spec/blocking.md#events-of-blocks). */
export const BlockEvents = oneOf({
  on: doc('Webhooks get the events `user.didBlock` and `user.didUnblock`.'),
  off: doc('Webhooks get no events about blocks.'),
});

/** What the authorizer passes on about a caller, in the request context of every route that needs a token. */
export const Caller = v.object({
  networkId: NetworkId,
  userId: UserId,
  role: Role,
  features: v.array(Feature),
  hideMode: HideMode,
  /** Absent if it is off. */
  blockEvents: v.optional(BlockEvents),
  /** Quotas of the network that differ from the stage's. */
  quotas: v.optional(NetworkQuotas),
  /** To how many webhooks events are sent; a change is known once the authorizer's result is. */
  webhooks: v.optional(v.number(), 0),
  /** When the token expires: seconds since 1970. Routes check it, since API Gateway caches the authorizer's result. */
  expiresAt: v.number(),
});
export type Caller = v.InferOutput<typeof Caller>;

/**
 * What the authorizer passes on for a refused token (docs/spec/access.md#authorizer). The route turns it into a 401, or
 * into a 403 if the token is valid but gives no access to the network.
 */
export const Denied = v.object({ denied: v.string(), isForbidden: v.boolean() });
export type Denied = v.InferOutput<typeof Denied>;

/** Who changes something, as the audit trail and webhooks name it (docs/spec/audit.md#who). */
const ActorKind = named(
  'ActorKind',
  oneOf({
    admin: doc('An admin of the network.'),
    operator: doc('An operator of the stage, who used the command line.'),
    server: doc("The network's back end."),
    service: doc('The service itself.'),
  }),
  doc('The kind of the actor.'),
);

export const Actor = named(
  'Actor',
  v.object({
    kind: ActorKind,
    name: field(
      v.optional(v.string()),
      doc(
        'For an admin or a back end, the user id in the access token. For an operator, the name of the operator. The field is absent if the actor is the service itself.',
        'ada',
      ),
    ),
  }),
);
export type Actor = v.InferOutput<typeof Actor>;

/** The service itself. */
export const theService: Actor = { kind: 'service' };

// Names that the user pool of admins and the API must agree on.

/** The API, which is a resource server to the user pool. */
export const ADMIN_RESOURCE_SERVER = 'social-platform-services';

/** The only scope of the resource server. */
export const ADMIN_SCOPE_NAME = 'admin';

/** The scope that an access token must hold. Only the panel's client gets it, and only through the sign-in page. */
export const ADMIN_SCOPE = `${ADMIN_RESOURCE_SERVER}/${ADMIN_SCOPE_NAME}` as const;

/** The claim with a user's groups: the network's id for its admins, and with `_viewer` behind it for viewers. */
export const GROUPS_CLAIM = 'cognito:groups';

/** What follows the network's id in the group of its viewers. No network's id has such a character. */
export const VIEWERS_SUFFIX = '_viewer';

export const ON_BEHALF_OF = 'on-behalf-of';

const ENCODED_USER_ID =
  'must be the id of one user, percent-encoded as in a URL: 1 to 128 bytes of UTF-8 without control characters';

/**
 * The header of a request, as the user's id. A comma must be encoded, since API Gateway joins headers that occur twice
 * with one (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html).
 */
export const OnBehalfOf = v.object({
  [ON_BEHALF_OF]: field(
    v.pipe(
      v.string(ENCODED_USER_ID),
      v.regex(/^[\x21-\x2b\x2d-\x7e]+$/, ENCODED_USER_ID),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const parsed = v.safeParse(UserId, decoded(dataset.value));
        if (parsed.success) return parsed.output;
        addIssue({ message: ENCODED_USER_ID });
        return NEVER;
      }),
    ),
    doc(
      'The id of the user for whom the back end sends the request. If the access token has the role `server`, the request must contain this header.',
      'ada',
    ),
  ),
});

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
