/** What the site's search finds: guides, the reference and the specification, also by words that they don't use. */
import type { MarkdownRenderer } from 'vitepress';

/** Words that readers look for, by the page that answers them. */
const synonyms: Readonly<Record<string, string>> = {
  'guides/limits.md': 'rate limit rate limiting throttling throttled 429 too many requests maximum size',
  'guides/errors.md': 'retry retries backoff 429 5xx timeout status code',
  'guides/front-ends.md': 'CORS browser origin JavaScript React sign in',
  'guides/back-ends.md': 'Python Go Node JWT token sign key GDPR erasure delete user personal data privacy',
  'guides/webhooks.md':
    'verify signature HMAC manual verification signing formula payloads schema Python Go PHP Ruby IP address allow-list firewall best practices',
  'guides/order.md': 'order ordering sequence duplicate idempotent exactly once',
  'guides/recovery.md': 'retry replay resend outage down missed lost events',
  'guides/rotation.md': 'rotate secret key renew compromised leaked',
  'guides/deploy.md': 'rollback roll back revert release CI',
  'guides/moving.md': 'migrate migration import provider',
  'spec/user-data.md': 'GDPR erasure right to be forgotten delete export personal data privacy',
};

/** The page's HTML for the index of the search. Decisions are not in it: they tell how the service came about. */
export function searchable(source: string, env: { readonly relativePath?: string }, md: MarkdownRenderer): string {
  const page = env.relativePath ?? '';
  if (page.startsWith('adr/')) return '';
  const words = synonyms[page];
  const { highlight } = md.options;
  // Colours take most of the time, and the index has none.
  md.options.highlight = null;
  const html = md.render(source, env);
  md.options.highlight = highlight ?? null;
  return words === undefined ? html : html.replace('</h1>', `</h1><p>${words}</p>`);
}
