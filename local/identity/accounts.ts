/** The accounts of a local cloud. Their passwords are not secret: only this machine reaches the local cloud. */

export interface LocalAccount {
  readonly userName: string;
  readonly password: string;
  readonly email: string;
  readonly groups: readonly string[];
}

/** The account with that name. */
export const accountOf = (accounts: readonly LocalAccount[], userName: string): LocalAccount | undefined =>
  accounts.find((account) => account.userName === userName);

/** Cognito's claim with a user's groups. */
export const GROUPS_CLAIM = 'cognito:groups';

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
