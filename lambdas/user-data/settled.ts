/** Whether an event is still needed (docs/adr/0047-erasure-of-a-user.md). Pure. */
const DAY_MILLISECONDS = 24 * 60 * 60_000;

/**
 * Whether everything has been done with an event: a day after its acceptance, since records of a stream live that long and a delivery
 * is stored only once it was attempted, and once each of its deliveries has arrived. One that has failed may be recovered. `now` is in
 * milliseconds.
 */
export const isSettled = (
  event: { readonly acceptedAt: string },
  deliveries: readonly { readonly state: string }[],
  now: number,
): boolean =>
  now - Date.parse(event.acceptedAt) >= DAY_MILLISECONDS && deliveries.every(({ state }) => state === 'delivered');
