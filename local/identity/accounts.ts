/** The accounts of a local cloud. Their passwords are no secrets: they open what only this machine reaches. */
import { GROUPS_CLAIM } from '../../contract/admin-sign-in.ts';

export interface LocalAccount {
  readonly userName: string;
  readonly password: string;
  readonly email: string;
  /** The groups that it is in: networks, by id. */
  readonly networks: readonly string[];
}

export const localAccounts: readonly LocalAccount[] = [
  { userName: 'admin', password: 'admin', email: 'admin@example.com', networks: ['demo', 'other'] },
  { userName: 'demo-admin', password: 'demo-admin', email: 'demo-admin@example.com', networks: ['demo'] },
];

/** The account of that name, if there is one. */
export const accountOf = (userName: string): LocalAccount | undefined =>
  localAccounts.find((account) => account.userName === userName);

/** The claims that Cognito puts into access tokens beside the standard ones. */
export const accessTokenClaims = ({ userName, networks }: LocalAccount) => ({
  token_use: 'access',
  username: userName,
  [GROUPS_CLAIM]: networks,
});

/** The claims of an ID token, of which a client gets those of its scopes. */
export const idTokenClaims = ({ userName, email, networks }: LocalAccount) => ({
  sub: userName,
  token_use: 'id',
  'cognito:username': userName,
  [GROUPS_CLAIM]: networks,
  email,
  email_verified: true,
});
