/** Settings of deliveries with which receivers on this machine may be called. */
export const loopbackSettings = { allowHttp: true, allowedRanges: ['loopback'] } as const;

/** The environment of a process that runs the signer on stubbed tables. */
export const signerEnvironment = {
  DELIVERY_SETTINGS: JSON.stringify(loopbackSettings),
  DELIVERIES_TABLE: 'deliveries',
} as const;
