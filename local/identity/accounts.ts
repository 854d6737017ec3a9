/** The accounts with which people sign in. */

/** An account of a local cloud. Its password is not secret: only this machine reaches the local cloud. */
export interface LocalAccount {
  readonly userName: string;
  readonly password: string;
  readonly email: string;
  readonly groups: readonly string[];
}

/** The account with that name. */
export const accountOf = (accounts: readonly LocalAccount[], userName: string): LocalAccount | undefined =>
  accounts.find((account) => account.userName === userName);
