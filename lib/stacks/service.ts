/**
 * The service stack: the HTTP API with its authorizer, every function, queues, stream mappings and alarms.
 *
 * All that HTTP needs stands in this one stack, because `sam local` serves a route open when its authorizer is in
 * another. The stack holds nothing that can't be made again.
 */
import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ActivityService } from '../capabilities/activity.ts';
import { ApiPages } from '../capabilities/api.ts';
import { Authorizer } from '../capabilities/auth.ts';
import { BlockService } from '../capabilities/block.ts';
import type { Capability } from '../capabilities/capability.ts';
import { EventIngest } from '../capabilities/events.ts';
import { HttpService } from '../constructs/http-service.ts';
import { ServiceAlarms } from '../constructs/service-alarms.ts';
import type { FunctionDefaults, HandlerCode } from '../constructs/service-function.ts';
import type { Tables } from './data.ts';
import { type StageStackProps, stackSettings } from './stage-stack.ts';

export interface ServiceStackProps extends StageStackProps {
  readonly tables: Tables;
  readonly code: HandlerCode;
}

export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { config, tables, code }: ServiceStackProps) {
    super(scope, id, {
      ...stackSettings(config),
      description: `Social Platform Services, ${config.name}: HTTP API, functions, queues and alarms`,
    });
    const logs = {
      retention: config.logRetentionDays,
      removalPolicy: config.data.kind === 'protected' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    };
    const functions: FunctionDefaults = { architecture: config.architecture, code, logs };

    const auth = new Authorizer(this, 'Auth', { functions, memory: config.memory.http, tables });
    const http = new HttpService(this, 'Http', {
      name: `sps-${config.name}`,
      config: config.api,
      authorizer: auth.authorizer,
      logs,
    });
    const capability: Capability = { functions, http, memory: config.memory, tables };
    new BlockService(this, 'Block', capability);
    const activity = new ActivityService(this, 'Activity', capability);
    new EventIngest(this, 'Events', capability);
    new ApiPages(this, 'Pages', capability);

    if (config.alarms.enabled) {
      new ServiceAlarms(this, 'Alarms', {
        ...(config.alarms.email === undefined ? {} : { email: config.alarms.email }),
        api: http.api,
        authorizer: auth.authorizer,
        streamReaders: [activity.recording],
      });
    }
    new CfnOutput(this, 'ApiUrl', { value: http.api.apiEndpoint, description: 'Base URL of the API' });
  }
}
