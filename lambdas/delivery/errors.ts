/**
 * Errors by the stage of an attempt, each of which decides alone what becomes of the message.
 *
 * The attempt itself is the stage between the two, and throws nothing: whatever the receiver does is an
 * `AttemptOutcome`, from which retries and flow follow.
 */

/** Before the attempt: nothing was sent. The message comes again, and no attempt is used up. */
export class BeforeAttemptError extends Error {}

/** The event is malformed in the outbox. It affects only what is about it (docs/spec/delivery.md#our-own-faults). */
export class UnreadableEventError extends BeforeAttemptError {}

/** A webhook must not get what happened in another network. */
export class ForeignDeliveryError extends BeforeAttemptError {}

/** The request could not be started through a fault of ours. */
export class NotSentError extends BeforeAttemptError {}

/**
 * After the attempt: what a message has led to could not be written. It comes again, and a receiver may get the same
 * request twice, with the same `webhook-id`.
 */
export class AfterAttemptError extends Error {}
