/** The verdicts of a check-up (docs/spec/delivery.md#check-up): what the outcome of each request says. Pure. */
import { CHECKUP_LARGE_BYTES, type CheckupQuestion, type CheckupResult } from '../../contract/checkup.ts';
import { deliveryAdvice } from '../../contract/delivery-advice.ts';
import { DeliveryClass } from '../../contract/delivery-classes.ts';
import { ATTEMPT_TIME_LIMIT_MS } from '../../contract/receiver-contract.ts';
import { type AttemptOutcome, SLOW_MS } from '../deliveries/attempt.ts';

type Outcome = Pick<AttemptOutcome, 'class' | 'statusCode' | 'errorCode' | 'milliseconds'>;
type Verdict = Pick<CheckupResult, 'verdict' | 'finding' | 'fix'>;

/** A question with a request of its own. */
export type RequestQuestion = Exclude<CheckupQuestion, 'is_quick'>;

/** The result of one request; of `accepts_rotation` while a rotation is scheduled for `rotatesAt` (ISO 8601). */
export function resultOf(question: RequestQuestion, outcome: Outcome, rotatesAt?: string): CheckupResult {
  const isRotating = question === 'accepts_rotation' && rotatesAt !== undefined;
  const verdictOn = isRotating ? knowsNextSecret(rotatesAt) : verdicts[question];
  return withOutcome(question, verdictOn(outcome), outcome);
}

/** The result of the one event that is put on a bus. */
export function busResult(outcome: Outcome): CheckupResult {
  const fix = 'Check it again: other failures of EventBridge pass, and events wait meanwhile.';
  return withOutcome('accepts_valid', accepting('An event', fix, 'failed', ofRequests)(outcome), outcome);
}

function withOutcome(question: RequestQuestion, verdict: Verdict, outcome: Outcome): CheckupResult {
  const { class: outcomeClass, statusCode, errorCode, milliseconds } = outcome;
  return { question, ...verdict, class: outcomeClass, statusCode, errorCode, milliseconds };
}

/** The result of a question that was not asked. */
export const skipped = (question: CheckupQuestion, why: string): CheckupResult => ({
  question,
  verdict: 'skipped',
  finding: why,
});

/** Whether the receiver is quick, by the slowest of the requests that it accepted. */
export function speedResult(outcomes: readonly Outcome[]): CheckupResult {
  const milliseconds = Math.max(0, ...outcomes.filter(isAccepted).map((outcome) => outcome.milliseconds));
  const isQuick = milliseconds < SLOW_MS;
  const finding = `The slowest response took ${milliseconds} ms of the ${ATTEMPT_TIME_LIMIT_MS} that it may take.`;
  return {
    question: 'is_quick',
    verdict: isQuick ? 'passed' : 'warning',
    finding,
    ...(!isQuick && {
      fix: 'Respond at once, and handle the event afterwards: slow receivers get fewer requests at once.',
    }),
    milliseconds,
  };
}

const isAccepted = (outcome: Outcome): boolean => outcome.class === 'delivered';
const isRefused = ({ class: ending }: Outcome): boolean => ending === 'http_4xx';

/** Classes by which the receiver says something about what it was asked. */
const responded: readonly DeliveryClass[] = ['http_4xx', 'http_5xx'];
/** All but those of event buses. */
const ofRequests = DeliveryClass.options.filter((name) => !name.startsWith('bus_'));
/** Classes of requests that arrived at the receiver. */
const arrived: readonly DeliveryClass[] = [
  ...responded,
  ...(['aborted', 'redirect', 'timeout', 'connection_reset', 'too_large', 'invalid_response'] as const),
];

const verdicts: Readonly<Record<RequestQuestion, (outcome: Outcome) => Verdict>> = {
  accepts_valid: accepting('A valid request'),
  refuses_wrong_signature: refusalVerdict(
    'A forged request',
    'failed',
    'Verify the signature before the event is processed: anybody who knows the URL can send events.',
  ),
  refuses_old_timestamp: refusalVerdict(
    'A request that was signed an hour ago',
    'warning',
    'Verify webhook-signature, and refuse a webhook-timestamp that is more than five minutes off: a copied request can be sent again. Nothing to do if repeated ids are ignored for good.',
  ),
  accepts_repetition: accepting(
    'The same request once more',
    'Respond with 200 to an id that was handled before, and do nothing: every other response has it sent again.',
  ),
  accepts_other_order: accepting(
    'An event that is older than the one before',
    'Respond with 200 whatever the order: compare times in the data before it overwrites something newer.',
  ),
  accepts_rotation: accepting(
    'A request that the present secret and a new one have signed',
    'Accept a request if any signature in webhook-signature is right. A receiver that checks x-service-signature must have the new secret when the rotation takes effect.',
    'warning',
  ),
  accepts_legacy: (outcome) =>
    isAccepted(outcome) || isRefused(outcome)
      ? {
          verdict: 'passed',
          finding: `The legacy request was ${isAccepted(outcome) ? 'accepted' : 'refused, which is harmless'}.`,
        }
      : {
          verdict: 'warning',
          finding: `The legacy request ended with ${ending(outcome)}.`,
          ...fixOf(outcome, 'Respond to it with 200, or switch legacySignature off.', arrived),
        },
  accepts_large: accepting(
    `A body of ${CHECKUP_LARGE_BYTES / 1024} KB`,
    'Raise the limit for bodies in the receiver, and in the proxy before it, to 300 KB.',
    'failed',
    // Many servers close the connection on a body that is too large.
    [...responded, 'connection_reset'],
  ),
};

const knowsNextSecret = (rotatesAt: string) =>
  accepting(
    'A request that only the next secret has signed',
    `Add the next secret to the receiver, beside the present one, before ${rotatesAt}.`,
  );

/** Of a request that is to be accepted. Without a `fix` of its own, what to do depends on the class alone. */
function accepting(what: string, fix?: string, otherwise: 'failed' | 'warning' = 'failed', about = responded) {
  return (outcome: Outcome): Verdict =>
    isAccepted(outcome)
      ? { verdict: 'passed', finding: `${what} was accepted.` }
      : { verdict: otherwise, finding: `${what} ended with ${ending(outcome)}.`, ...fixOf(outcome, fix, about) };
}

function refusalVerdict(what: string, otherwise: 'failed' | 'warning', fix: string) {
  return (outcome: Outcome): Verdict => {
    if (isRefused(outcome)) return { verdict: 'passed', finding: `${what} was refused.` };
    if (isAccepted(outcome)) return { verdict: otherwise, finding: `${what} was accepted.`, fix };
    return {
      verdict: 'warning',
      finding: `${what} ended with ${ending(outcome)}.`,
      ...fixOf(outcome, 'Respond with 401 to what is not genuine: other failures look like an outage.', arrived),
    };
  };
}

/** The question's own `fix` if the class is one of those that are about it, otherwise what the log says of the class. */
function fixOf(outcome: Outcome, fix: string | undefined, about: readonly DeliveryClass[]): Pick<Verdict, 'fix'> {
  const best = (about.includes(outcome.class) ? fix : undefined) ?? deliveryAdvice[outcome.class];
  return best === undefined ? {} : { fix: best };
}

const ending = ({ class: name, statusCode, errorCode }: Outcome): string => {
  const code = statusCode ?? errorCode;
  return code === undefined ? name : `${name} (${code})`;
};
