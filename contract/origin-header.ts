/** The header by which the authorizer recognizes requests that came through AWS WAF (docs/spec/access.md#aws-waf). */
export const ORIGIN_HEADER = 'x-origin-secret';
