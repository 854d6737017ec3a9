/** Notices about webhooks by e-mail (docs/spec/notices.md#e-mail): where they wait, and who sends the mails. */
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { NoticeMailConfig } from '../config.ts';
import { callEveryMinute } from '../constructs/every-minute.ts';
import { LaneQueue } from '../constructs/lane-queue.ts';
import { knownPanelUrl } from '../constructs/panel-host.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { given, may, onNoticeAddresses, receives, type Use } from '../constructs/uses.ts';
import { removalPolicy } from '../stacks/stage-stack.ts';
import type { WorkerProps } from './delivery.ts';

/** Seconds: longer than one call of the sender takes, and a pause before what failed is tried again. */
const VISIBILITY_SECONDS = 300;
/** MB. Each minute it waits a second for messages, and nobody waits for it. */
const MAIL_MEMORY = 256;
/** A mail is tried for four hours. */
const MAX_RECEIVES = 48;

/** How notices go out by e-mail: where they wait for the next minute, and the function that sends them. */
export interface NoticeMails {
  readonly waiting: LaneQueue;
  readonly sender: ServiceFunction;
}

/** Sends mails from the stage's sender, with links to its panel. */
export function sendsMails(scope: Construct, mail: NoticeMailConfig, panelUrl: string | undefined): readonly Use[] {
  if (panelUrl === undefined) throw new Error('noticeMail needs panel.url or panel.domain, for links in mails.');
  const ofSes = (resource: string, resourceName: string) =>
    Stack.of(scope).formatArn({ service: 'ses', resource, resourceName });
  return [
    may(['ses:SendEmail'], ofSes('identity', mail.identity)),
    ...(mail.configurationSet === undefined
      ? []
      : [may(['ses:SendEmail'], ofSes('configuration-set', mail.configurationSet))]),
    given({ NOTICE_SENDER: mail.sender, PANEL_URL: panelUrl, AWS_ENDPOINT_URL_SESV2: '' }),
  ];
}

/** Adds the queue and the function, for a stage that sends mails. */
export function addNoticeMails(
  scope: Construct,
  mail: NoticeMailConfig,
  { config, functions, tables }: WorkerProps,
): NoticeMails {
  const waiting = new LaneQueue(scope, 'Notices', {
    failurePolicy: removalPolicy(config),
    visibilitySeconds: VISIBILITY_SECONDS,
    maxReceives: MAX_RECEIVES,
  });
  const sender = new ServiceFunction(scope, 'NoticeMails', {
    defaults: functions,
    handler: 'notices/send-mails',
    description: 'Sends the notices of the last minute by e-mail',
    memory: MAIL_MEMORY,
    timeoutSeconds: 60,
    uses: [
      onNoticeAddresses(tables.webhooks, 'GetItem', 'PutItem'),
      receives(waiting.queue, 'NOTICES_QUEUE_URL'),
      ...sendsMails(scope, mail, knownPanelUrl(config.panel)),
    ],
  });
  callEveryMinute(scope, 'NoticeMailsSchedule', sender);
  return { waiting, sender };
}
