/** The settings of a stage's admin panel. */

/** Whether the stage has the admin panel, and if not, why. */
export type PanelConfig = EnabledPanel | { readonly enabled: false; readonly optOutReason: string };

/** The admin panel. */
export interface EnabledPanel {
  /**
   * Whether the stage has a panel. If you set `false`, explain the reason in `optOutReason`.
   * @default true
   */
  readonly enabled: true;
  /**
   * How admins sign in. Admins can always sign in with a link that an operator creates with `sps admin-link`.
   *
   * - `accounts`: admins can also sign in with accounts in a user pool of Amazon Cognito. In an existing user pool,
   *   CloudFormation can't change `secondFactor` to `required`
   *   (https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1176). To require the second factor
   *   in an existing user pool, run `aws cognito-idp set-user-pool-mfa-config`, and then deploy.
   * - `links`: the stage has no user pool, and admins have no accounts. In the member `reason`, explain why the stage
   *   needs no accounts.
   * @default {"kind":"accounts","secondFactor":"required"}
   */
  readonly signIn: SignInConfig;
  /**
   * A domain name for the panel. If you don't set a domain, the panel's host name is a subdomain of cloudfront.net.
   * Create the DNS record of the domain name yourself.
   * @default none
   */
  readonly domain?: PanelDomain;
  /**
   * The URL of the panel. The links in mails, and the links that `POST /admin-links` creates, begin with this URL. Copy
   * the URL from the output `PanelUrl` of the panel's stack. The service can't determine this URL, because the
   * functions that create links are deployed before the panel. If you set `panel.domain`, you don't need `url`.
   * @default none
   */
  readonly url?: string;
  /**
   * The origins whose pages may show the panel in a frame and pass tokens to the panel, such as
   * `https://console.example.com`. You can list at most 10 origins, each with at most 100 characters.
   * @default none
   */
  readonly embedOrigins?: readonly string[];
}

/** How admins sign in (`panel.signIn`). */
export type SignInConfig =
  | { readonly kind: 'accounts'; readonly secondFactor: 'required' | 'optional' }
  | { readonly kind: 'links'; readonly reason: string };

/** A domain name for the panel. */
export interface PanelDomain {
  /**
   * The host name, such as `webhooks.example.com`.
   * @default none
   */
  readonly name: string;
  /**
   * The ARN of an ACM certificate for this host name. The certificate must be in us-east-1, because CloudFront uses
   * only certificates in this region.
   * @default none
   */
  readonly certificateArn: string;
}
