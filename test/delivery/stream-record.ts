/** A record of the events stream, as DynamoDB hands it to its readers. */

/** The record of an event that is accepted now; `body` and `event` unless others are given. */
export function recordOf(
  networkId: string,
  eventId: string,
  SequenceNumber: string,
  { body = '{}', event = 'shop.didSell' } = {},
) {
  const acceptedAt = new Date().toISOString();
  const item = { networkId, eventId, event, body, occurredAt: acceptedAt, acceptedAt };
  const NewImage = Object.fromEntries(Object.entries(item).map(([name, S]) => [name, { S }]));
  return { dynamodb: { SequenceNumber, NewImage } };
}
