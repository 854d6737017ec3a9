/** The settings of a stage's admin panel. */

/** Whether the stage has the admin panel, and if not, why. */
export type PanelConfig = EnabledPanel | { readonly enabled: false; readonly optOutReason: string };

/** The admin panel. */
export interface EnabledPanel {
  /**
   * Whether the stage has a panel. If `false`, `optOutReason` says why.
   * @default true
   */
  readonly enabled: true;
  /**
   * How admins sign in. Links that an operator creates (`sps admin-link`) always work.
   *
   * - `accounts`: admins can also sign in with accounts in a user pool of Amazon Cognito. CloudFormation can't make a
   *   second factor `required` in a pool that exists
   *   (https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1176). To do that, run
   *   `aws cognito-idp set-user-pool-mfa-config` before the deployment.
   * - `links`: there are no accounts, and no user pool. `reason` says why.
   * @default {"kind":"accounts","secondFactor":"required"}
   */
  readonly signIn: SignInConfig;
  /**
   * A domain name for the panel, in place of a name under cloudfront.net. You create the DNS record of this name
   * yourself.
   * @default none
   */
  readonly domain?: PanelDomain;
  /**
   * The URL of the panel, for the links in mails and the links that `POST /admin-links` makes. Copy the URL from the
   * output `PanelUrl` of the panel's stack. The URL has to be a setting because the panel's stack is deployed after the
   * functions that make links. A stage with `panel.domain` does not need this setting.
   * @default none
   */
  readonly url?: string;
  /**
   * Origins such as `https://console.example.com`, whose pages may show the panel in a frame and give it tokens. You
   * can list at most 10 origins, each with at most 100 characters.
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
   * A certificate for the name. It must be in us-east-1, because CloudFront uses certificates of this region only.
   * @default none
   */
  readonly certificateArn: string;
}
