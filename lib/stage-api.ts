/** The settings of a stage's HTTP API. */

/** Settings of the HTTP API. */
export interface ApiConfig {
  /**
   * The number of seconds for which API Gateway caches the results of the authorizer. The value is from 0 to 60.
   * After a key is revoked, a token whose result is cached still works until this result expires.
   * @default 60
   */
  readonly authorizerCacheSeconds: number;
  /**
   * The origins whose pages may call the API, such as `https://app.example.com`. The value `*` allows all origins. This
   * value is safe, because the service never reads tokens from cookies. Pages of the panel can always call the API. If
   * you list origins instead of `*`, and the stage has a panel, also set `panel.url` or `panel.domain`.
   * @default ["*"]
   */
  readonly corsOrigins: readonly [string, ...string[]];
  /** API Gateway's throttle, of each route by itself and not of all routes together. */
  readonly throttle: Throttle;
  /**
   * The largest number of days for which an access token may still be valid when a caller uses the token. If the token
   * is valid for longer, the service refuses the request. The value is at least 1.
   * @default 30
   */
  readonly maxTokenDays: number;
  /**
   * A firewall in front of the API. The firewall consists of CloudFront and AWS WAF. Only a stage in us-east-1 can have
   * a firewall.
   * @default none
   */
  readonly firewall?: FirewallConfig;
  /**
   * The host name of the base URL. If you don't set a domain, AWS generates a host name for the API. If the service
   * stack is deleted, this host name is lost for good.
   * @default none
   */
  readonly domain?: ApiDomain;
}

/** A domain name for the API. Its DNS record is created by hand, and points to the output `ApiHostName`. */
export interface ApiDomain {
  /**
   * The host name, such as `api.example.com`.
   * @default none
   */
  readonly name: string;
  /**
   * The ARN of an ACM certificate for this host name. The certificate must be in the region of the stage. If the stage
   * has a firewall, this region is always us-east-1.
   * @default none
   */
  readonly certificateArn: string;
}

/** CloudFront and AWS WAF in front of the API (the page Access of the specification). */
export interface FirewallConfig {
  /**
   * The largest number of requests from one IP address in five minutes. The value is at least 10. Don't set a low
   * value, because a customer's back end may have only one address, and all users of a mobile network may share one
   * address.
   * @default 100000
   */
  readonly requestsPerFiveMinutesAndAddress?: number;
  /**
   * Whether callers may send requests directly to API Gateway, without the firewall. When you add a firewall, set the
   * value `allowed`, and keep this value until all callers use the base URL of the firewall. After that, set the value
   * `refused`. The base URL of the firewall stops working when you remove the firewall. So before you remove the
   * firewall, set the value `allowed` again, and wait until all callers use the base URL of API Gateway. Before `sps
   * deploy` removes the firewall, it changes the base URL in the panel to the base URL of API Gateway. If you have set
   * `api.domain`, the base URL stays the same, and only the DNS record of the domain changes.
   * @default none
   */
  readonly directCalls: 'allowed' | 'refused';
}

/** API Gateway's token bucket (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html). */
export interface Throttle {
  /**
   * The number of requests per second that each route accepts. The value is at most the account's quota of requests per
   * second in the region of the stage. In most regions, this quota is 10,000 by default. In some regions, the quota is
   * 2,500 (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html).
   * @default 5000
   */
  readonly requestsPerSecond: number;
  /**
   * The number of requests that each route accepts at the same time.
   * @default 5000
   */
  readonly burst: number;
}
