/** The settings of a stage's HTTP API. */

/** Settings of the HTTP API. */
export interface ApiConfig {
  /**
   * The number of seconds for which API Gateway caches the authorizer's results, 0 to 60. A revoked key can still work
   * for this time.
   * @default 60
   */
  readonly authorizerCacheSeconds: number;
  /**
   * Origins whose pages may call the API, such as `https://app.example.com`. `*` stands for all origins, and is safe
   * because tokens are never in cookies. The origin of the panel is always allowed. If you name single origins and the
   * stage has a panel, the stage also needs `panel.url` or `panel.domain`.
   * @default ["*"]
   */
  readonly corsOrigins: readonly [string, ...string[]];
  /** API Gateway's throttle, of each route by itself and not of all routes together. */
  readonly throttle: Throttle;
  /**
   * The largest number of days for which an access token may still be valid when it is used; at least 1. A token that
   * expires later is refused.
   * @default 30
   */
  readonly maxTokenDays: number;
  /**
   * CloudFront and AWS WAF in front of the API. Only a stage in us-east-1 can have a firewall.
   * @default none
   */
  readonly firewall?: FirewallConfig;
  /**
   * The host name of the base URL. If the stage has no domain, AWS gives the API a host name, which is lost when the
   * stack is deleted.
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
   * A certificate for the name, in the region of the stage. If the stage has a firewall, this region is us-east-1.
   * @default none
   */
  readonly certificateArn: string;
}

/** CloudFront and AWS WAF in front of the API (the page Access of the specification). */
export interface FirewallConfig {
  /**
   * The largest number of requests from one IP address in five minutes; at least 10. A customer's back end may have
   * only one address, and all users of one mobile network may share an address.
   * @default 100000
   */
  readonly requestsPerFiveMinutesAndAddress?: number;
  /**
   * Whether callers may call API Gateway directly, past the firewall. When you add a firewall, set `allowed` until all
   * callers use the base URL of the firewall. After that, set `refused`. Before you remove the firewall, set `allowed`
   * again, and wait until no caller uses the base URL of the firewall, because this URL stops working when the firewall
   * is removed. Before `sps deploy` removes the firewall, it gives the panel the base URL of API Gateway. If the stage
   * has `api.domain`, the base URL stays the same, and only the DNS record of the domain changes.
   * @default none
   */
  readonly directCalls: 'allowed' | 'refused';
}

/** API Gateway's token bucket (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html). */
export interface Throttle {
  /**
   * The number of requests per second that each route accepts; at most the quota of the account in the region of the
   * stage. By default, the quota of an account is 10,000, or 2,500 in some regions
   * (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html).
   * @default 5000
   */
  readonly requestsPerSecond: number;
  /**
   * The number of requests that each route accepts at the same time.
   * @default 5000
   */
  readonly burst: number;
}
