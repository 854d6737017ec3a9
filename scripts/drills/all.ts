/** All drills, and the sections of docs/runbook.md that can't be practised here. */
import { apiErrors } from './api-errors.ts';
import { authorizerErrors, identityDown } from './authorizer-errors.ts';
import { deliveryMalformed } from './delivery-malformed.ts';
import type { Drill } from './drill.ts';
import { erasuresFail } from './erasures-fail.ts';
import { signersSlow, signersStopped, webhookMalformed } from './lanes.ts';
import { mailsRefused } from './mails-refused.ts';
import { eraseUser, eventsDontArrive, rotateKey, tooManyRequests } from './procedures.ts';
import { quotasUnavailable } from './quotas-unavailable.ts';
import { readersBlocked, recordSetAside } from './stream-readers.ts';
import { sweeperFails } from './sweeper-fails.ts';
import { webhooksDisabled } from './webhooks-disabled.ts';

/** Of the API, the readers of the stream and the functions that a schedule calls. */
export const serviceDrills: readonly Drill[] = [
  apiErrors,
  authorizerErrors,
  identityDown,
  quotasUnavailable,
  readersBlocked,
  recordSetAside,
  sweeperFails,
  erasuresFail,
  mailsRefused,
];

/** Of deliveries, and of what operators and customers ask for. */
export const deliveryDrills: readonly Drill[] = [
  signersStopped,
  signersSlow,
  webhookMalformed,
  deliveryMalformed,
  webhooksDisabled,
  eventsDontArrive,
  tooManyRequests,
  rotateKey,
  eraseUser,
];

export const drills: readonly Drill[] = [...serviceDrills, ...deliveryDrills];

/** What a customer says, and the drills that may be behind it: `npm run drill` picks one of them. */
export const symptoms: Readonly<Record<string, readonly Drill[]>> = {
  'webhooks-are-late': [signersStopped, signersSlow, readersBlocked],
  'events-are-missing': [webhookMalformed, recordSetAside, webhooksDisabled],
};

/** Sections without a drill, and why. */
export const notPractised: Readonly<Record<string, string>> = {
  'A deployment fails': 'The local cloud has no CloudFormation.',
  'A deployment is refused for its tables': 'The local cloud has no CloudFormation.',
  'A deployment was rolled back': 'The local cloud has no CodeDeploy.',
  'Restoring a table': 'DynamoDB Local has no point-in-time recovery.',
};
