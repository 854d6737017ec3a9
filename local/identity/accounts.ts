/** The accounts of a local cloud. Their passwords are not secret: only this machine reaches the local cloud. */
import { GROUPS_CLAIM } from '../../contract/admin-sign-in.ts';

export interface LocalAccount {
  readonly userName: string;
  readonly password: string;
  readonly email: string;
  /** Its groups: the ids of networks. */
  readonly networks: readonly string[];
}

export const localAccounts: readonly LocalAccount[] = [
  { userName: 'admin', password: 'admin', email: 'admin@example.com', networks: ['demo', 'other'] },
  { userName: 'demo-admin', password: 'demo-admin', email: 'demo-admin@example.com', networks: ['demo'] },
];

/** The account with that name. */
export const accountOf = (userName: string): LocalAccount | undefined =>
  localAccounts.find((account) => account.userName === userName);

/** The claims that Cognito adds to the standard ones of access tokens. */
export const accessTokenClaims = ({ userName, networks }: LocalAccount) => ({
  token_use: 'access',
  username: userName,
  [GROUPS_CLAIM]: networks,
});

/** The claims of ID tokens. A client gets those of its scopes. */
export const idTokenClaims = ({ userName, email, networks }: LocalAccount) => ({
  sub: userName,
  token_use: 'id',
  'cognito:username': userName,
  [GROUPS_CLAIM]: networks,
  email,
  email_verified: true,
});
