/** Names that the user pool of admins and the API must agree on. */

/** The API, which is a resource server to the user pool. */
export const ADMIN_RESOURCE_SERVER = 'social-platform-services';

/** The only scope of the resource server. */
export const ADMIN_SCOPE_NAME = 'admin';

/** The scope that an access token must hold. Only the panel's client gets it, and only through the sign-in page. */
export const ADMIN_SCOPE = `${ADMIN_RESOURCE_SERVER}/${ADMIN_SCOPE_NAME}` as const;

/** The claim that names a user's groups: the network's id for its admins, and with `_viewer` behind it for its viewers. */
export const GROUPS_CLAIM = 'cognito:groups';

/** What follows the network's id in the group of its viewers. No network's id has such a character. */
export const VIEWERS_SUFFIX = '_viewer';
