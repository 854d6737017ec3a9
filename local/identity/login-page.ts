/** The sign-in page. */
import type { LocalAccount } from './accounts.ts';
import { escaped, page } from './page.ts';

/** The form, which posts to its own URL. `refused` is the user name of an attempt that failed. */
export function loginPage(accounts: readonly LocalAccount[], refused?: string): string {
  const alert = refused === undefined ? '' : '<p role="alert">The user name or the password is wrong.</p>';
  const known = accounts
    .map(({ userName, password, groups }) => `${userName} / ${password} (${groups.join(', ')})`)
    .join('; ');
  return page(
    'Sign in',
    `${alert}
<form method="post">
<label for="username">User name</label>
<input id="username" name="username" autocomplete="username" required autofocus value="${escaped(refused ?? '')}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Sign in</button>
</form>
<p>The accounts of a local cloud, with their passwords and groups: ${escaped(known)}.</p>`,
  );
}
