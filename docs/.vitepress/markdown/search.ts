/** What the site's search finds: all pages, also by words that they don't use. The theme decides on their order. */
import type { MarkdownRenderer } from 'vitepress';

/** Words that readers look for, by the page that answers them. */
const synonyms: Readonly<Record<string, string>> = {
  'guides/limits.md':
    'rate limit rate limiting throttling throttled 429 too many requests maximum size payload size batch size',
  'guides/errors.md': 'retry retries backoff 401 403 429 5xx unauthorized forbidden status code',
  'guides/failures.md': 'timeout timeouts latency slow outage unavailable fail open closed fallback degraded SLA',
  'guides/front-ends.md': 'CORS browser origin JavaScript React sign in',
  'guides/mobile.md': 'swift iOS kotlin android dart flutter app SDK',
  'guides/openapi.md':
    'OpenAPI Swagger SDK code generator generate client Java Go golang Ruby PHP C# dotnet Swift Kotlin Dart Insomnia collection import',
  'guides/back-ends.md':
    'Python Go Node JWT API key credentials token sign key GDPR erasure delete user personal data privacy',
  'guides/webhooks.md':
    'pause resume suspend terraform verify signature HMAC manual verification signing formula payloads schema Python Go PHP Ruby IP address allow-list firewall best practices timeout ngrok tunnel',
  'guides/order.md': 'order ordering sequence duplicate duplicates deduplicate idempotent exactly once',
  'guides/recovery.md': 'retry replay resend outage down missed lost events webhook.didGoDown webhook.didComeBack',
  'guides/rotation.md': 'rotate secret key renew compromised leaked',
  'guides/sign-on.md': 'SSO single sign-on SAML OIDC OpenID Connect Okta Entra Azure AD identity provider',
  'guides/local.md': 'CI pipeline GitHub Actions test docker ngrok tunnel localhost emulator sam local',
  'guides/deploy.md': 'rollback roll back revert release CI',
  'guides/permissions.md': 'IAM policy role rights bootstrap credentials least privilege',
  'guides/regions.md': 'region multi-region fail-over failover disaster recovery account organization data residency',
  'guides/blocking.md': 'block event notify temporary block hours days expiry expire duration ignore list',
  'guides/pull.md': 'poll polling pull consume without webhook behind firewall',
  'guides/import-export.md': 'import migrate existing blocks backup dump CSV NDJSON bulk',
  'guides/settings.md':
    'configuration options environment parameters KMS customer-managed key encryption at rest custom domain',
  'guides/removal.md': 'destroy delete tear down uninstall clean up',
  'guides/comparison.md':
    'mute ban moderation alternatives Svix Outpost Hookdeck Convoy versus license open source support',
  'guides/moving.md': 'migrate migration import provider Svix Convoy',
  'guides/concepts.md': 'glossary terms tenant',
  'runbook.md':
    'alarm alert on-call incident troubleshooting backup restore point-in-time recovery RPO RTO rollback log query',
  'security.md':
    'encryption key threat model SSRF server-side request forgery encryption at rest KMS penetration test vulnerability audit compliance PII',
  'scale.md': 'maximum throughput capacity requests per second growth',
  'cost.md': 'price pricing bill month finance charge usage per tenant customer chargeback budget',
  'performance.md': 'latency benchmark throughput',
  'spec/delivery.md': 'TLS version HTTPS connection cipher mTLS client certificate keep-alive',
  'spec/notices.md':
    'webhook.didGoDown webhook.didComeBack webhook.willDisable webhook.didDisable webhook.didStruggle alert',
  'spec/user-data.md': 'GDPR erasure right to be forgotten delete export personal data privacy',
};

/** The page's HTML for the index of the search. */
export function searchable(source: string, env: { readonly relativePath?: string }, md: MarkdownRenderer): string {
  const words = synonyms[env.relativePath ?? ''];
  const { highlight } = md.options;
  // Colours take most of the time, and the index has none.
  md.options.highlight = null;
  const html = md.render(source, env);
  md.options.highlight = highlight ?? null;
  return words === undefined ? html : html.replace('</h1>', `</h1><p>${words}</p>`);
}
