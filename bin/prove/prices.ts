/** List prices of us-east-1, and bills by them. */

/** As AWS counts it for prices by the hour. */
export const HOURS_OF_MONTH = 730;

/** Dollars for one, or for `per`. A new price needs a line here, and its amount in an operation or the idle month. */
export const prices = {
  gatewayRequests: { dollars: 1, per: 1e6, unit: 'million requests of an HTTP API' },
  lambdaCalls: { dollars: 0.2, per: 1e6, unit: 'million calls of functions' },
  gbSeconds: { dollars: 0.0000133334, per: 1, unit: 'GB-second of functions on ARM' },
  writeUnits: { dollars: 0.625, per: 1e6, unit: 'million write units' },
  readUnits: { dollars: 0.125, per: 1e6, unit: 'million read units' },
  storedGbMonths: { dollars: 0.25 + 0.2, per: 1, unit: 'GB stored for a month, with point-in-time recovery' },
  /** Messages with a group cost 0.10 more than others. */
  queueRequests: { dollars: 0.5, per: 1e6, unit: 'million requests to a fair queue' },
  scheduledCalls: { dollars: 1, per: 1e6, unit: 'million calls of schedules' },
  logGb: { dollars: 0.5, per: 1, unit: 'GB of logs' },
  alarmMetrics: { dollars: 0.1, per: 1, unit: 'metric of an alarm for a month' },
  metrics: { dollars: 0.3, per: 1, unit: 'metric of our own for a month' },
  dashboards: { dollars: 3, per: 1, unit: 'dashboard for a month' },
  transferredGb: { dollars: 0.09, per: 1, unit: 'GB to the internet' },
  natGateways: { dollars: 0.045 * HOURS_OF_MONTH, per: 1, unit: 'NAT gateway for a month' },
  publicAddresses: { dollars: 0.005 * HOURS_OF_MONTH, per: 1, unit: 'public IPv4 address for a month' },
  natGb: { dollars: 0.045, per: 1, unit: 'GB through a NAT gateway, in either direction' },
} as const;

/** Amounts of what is paid for; what is left out is none. */
export type Usage = Partial<Readonly<Record<keyof typeof prices, number>>>;

/** All of these, each so many times. */
export function sum(...parts: readonly (readonly [usage: Usage, times: number])[]): Usage {
  const total: Record<string, number> = {};
  for (const [usage, times] of parts)
    for (const [name, amount] of Object.entries(usage)) total[name] = (total[name] ?? 0) + amount * times;
  return total;
}

/** What is used, as unit and dollars. */
export function billOf(usage: Usage): readonly (readonly [unit: string, dollars: number])[] {
  const amounts = new Map(Object.entries(usage));
  return Object.entries(prices).flatMap(([name, { unit, dollars, per }]) => {
    const amount = amounts.get(name);
    return amount === undefined || amount === 0 ? [] : [[unit, (amount * dollars) / per] as const];
  });
}

/** Dollars for all that is used. */
export const dollarsOf = (usage: Usage): number => billOf(usage).reduce((total, [, part]) => total + part, 0);
