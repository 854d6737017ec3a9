/** The accounts of a local cloud. Their passwords are not secret: only this machine reaches the local cloud. */
import { GROUPS_CLAIM, VIEWERS_SUFFIX } from '../../contract/admin-sign-in.ts';

export interface LocalAccount {
  readonly userName: string;
  readonly password: string;
  readonly email: string;
  /** Its groups: the ids of networks, for viewers with a suffix. */
  readonly groups: readonly string[];
}

export const localAccounts: readonly LocalAccount[] = [
  { userName: 'admin', password: 'admin', email: 'admin@example.com', groups: ['demo', 'other'] },
  { userName: 'demo-admin', password: 'demo-admin', email: 'demo-admin@example.com', groups: ['demo'] },
  {
    userName: 'demo-viewer',
    password: 'demo-viewer',
    email: 'demo-viewer@example.com',
    groups: [`demo${VIEWERS_SUFFIX}`],
  },
];

/** The account with that name. */
export const accountOf = (userName: string): LocalAccount | undefined =>
  localAccounts.find((account) => account.userName === userName);

/** The claims that Cognito adds to the standard ones of access tokens. */
export const accessTokenClaims = ({ userName, groups }: LocalAccount) => ({
  token_use: 'access',
  username: userName,
  [GROUPS_CLAIM]: groups,
});

/** The claims of ID tokens. A client gets those of its scopes. */
export const idTokenClaims = ({ userName, email, groups }: LocalAccount) => ({
  sub: userName,
  token_use: 'id',
  'cognito:username': userName,
  [GROUPS_CLAIM]: groups,
  email,
  email_verified: true,
});
