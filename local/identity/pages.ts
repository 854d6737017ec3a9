/** The provider's pages: plain HTML that works with a keyboard, a screen reader and without a script. */
import { createHash } from 'node:crypto';
import type { LocalAccount } from './accounts.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 24rem; margin: 15vh auto 0; padding: 0 1rem; }
h1 { font-size: 1.5rem; }
label { display: block; margin-top: 1rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; padding: 0.5rem; font: inherit; }
button { margin-top: 1.5rem; padding: 0.5rem 1.5rem; font: inherit; font-weight: 600; }
[role='alert'] { padding: 0.5rem 1rem; border-inline-start: 4px solid #d91515; }
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** The headers of every page. A form may redirect to the app, which has the same origin. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** A page whose `content` is HTML. */
const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;

/** Text as HTML, also for a quoted attribute. */
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

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

/** For a request that can't be redirected to the app, such as one with an unknown redirect URI. */
export const errorPage = (error: string, description: string): string =>
  page('Signing in failed', `<p role="alert">${escaped(description === '' ? error : `${error}: ${description}`)}</p>`);
