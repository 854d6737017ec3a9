/** Notices about webhooks by e-mail (docs/spec/notices.md#e-mail): the addresses of networks, and who sends the mails. */
import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { NoticeMailConfig } from '../config.ts';
import { EveryMinute } from '../constructs/every-minute.ts';
import { LaneQueue } from '../constructs/lane-queue.ts';
import { RouteFunction } from '../constructs/route-function.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { noticeAddressesOnly } from '../constructs/table-permissions.ts';
import type { Capability } from './capability.ts';

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

interface NoticeProps extends Capability {
  /** Absent in a stage that sends no mails. */
  readonly mail: NoticeMailConfig | undefined;
}

export class Notices extends Construct {
  /** Absent in a stage that sends no mails. */
  readonly mails: NoticeMails | undefined;

  constructor(scope: Construct, id: string, props: NoticeProps) {
    super(scope, id);
    this.addRoutes(props);
    this.mails = props.mail && this.addMails(props.mail, props);
  }

  private addRoutes({ functions, http, memory, mail, tables: { audit, webhooks } }: NoticeProps): void {
    const common = {
      defaults: functions,
      http,
      memory: memory.http,
      tables: { WEBHOOKS_TABLE: webhooks },
      ...(mail && { settings: { NOTICE_SENDER: mail.sender } }),
    };
    const show = new RouteFunction(this, 'ShowNoticeSettings', { ...common, operation: 'showNoticeSettings' });
    show.allow(['dynamodb:GetItem'], webhooks.tableArn, noticeAddressesOnly);
    const change = new RouteFunction(this, 'ChangeNoticeSettings', {
      ...common,
      operation: 'changeNoticeSettings',
      tables: { ...common.tables, AUDIT_TABLE: audit },
    });
    change.allow(['dynamodb:GetItem', 'dynamodb:PutItem'], webhooks.tableArn, noticeAddressesOnly);
    change.allow(['dynamodb:PutItem'], audit.tableArn);
  }

  private addMails(mail: NoticeMailConfig, { functions, tables: { webhooks } }: NoticeProps): NoticeMails {
    const waiting = new LaneQueue(this, 'Notices', {
      visibilitySeconds: VISIBILITY_SECONDS,
      maxReceives: MAX_RECEIVES,
    });
    const { queue } = waiting;
    const sender = new ServiceFunction(this, 'NoticeMails', {
      defaults: functions,
      handler: 'notices/send-mails',
      description: 'Sends the notices of the last minute by e-mail',
      memory: MAIL_MEMORY,
      timeoutSeconds: 60,
      tables: { WEBHOOKS_TABLE: webhooks },
      settings: {
        NOTICES_QUEUE_URL: queue.queueUrl,
        NOTICE_SENDER: mail.sender,
        PANEL_URL: mail.panelUrl,
        AWS_ENDPOINT_URL_SESV2: '',
      },
    });
    sender.allow(['dynamodb:GetItem'], webhooks.tableArn, noticeAddressesOnly);
    sender.allow(['sqs:DeleteMessage', 'sqs:ReceiveMessage'], queue.queueArn);
    const identity = Stack.of(this).formatArn({ service: 'ses', resource: 'identity', resourceName: mail.identity });
    sender.allow(['ses:SendEmail'], identity);
    new EveryMinute(this, 'NoticeMailsSchedule', sender);
    return { waiting, sender };
  }
}
