/**
 * A stage's templates as CloudFormation gets them, except for the bundles: each function's code is a comment with its
 * handler, by which the function is found, and the panel is a page of one line.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as v from 'valibot';
import type { Lane } from '../../contract/delivery-settings.ts';
import { type StageConfig, stages } from '../../lib/config.ts';
import type { Handler } from '../../lib/functions/handlers.ts';
import { SocialPlatform } from '../../lib/social-platform.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const Resource = v.looseObject({
  Type: v.string(),
  Properties: v.optional(v.record(v.string(), v.unknown()), {}),
  DependsOn: v.optional(v.array(v.string()), []),
  DeletionPolicy: v.optional(v.string()),
  UpdateReplacePolicy: v.optional(v.string()),
});
const Resources = v.record(v.string(), Resource);
export type Resource = v.InferOutput<typeof Resource>;

/** One stack: its template, whole and as resources by logical id. */
export class SynthesizedStack {
  readonly template: Template;
  private readonly resources: Record<string, Resource>;

  constructor(template: Template) {
    this.template = template;
    this.resources = v.parse(Resources, template.toJSON()['Resources']);
  }

  /** Every resource of a type, by logical id. */
  ofType(type: string): [string, Resource][] {
    return Object.entries(this.resources).filter(([, resource]) => resource.Type === type);
  }

  /** The one resource of a type: its logical id and properties. */
  only(type: string): [string, Resource['Properties']] {
    const [found, ...more] = this.ofType(type);
    if (found === undefined || more.length > 0) throw new Error(`There is not exactly one ${type}.`);
    return [found[0], found[1].Properties];
  }

  /** Every resource, by logical id. */
  all(): [string, Resource][] {
    return Object.entries(this.resources);
  }

  resource(logicalId: string): Resource {
    const resource = this.resources[logicalId];
    if (resource === undefined) throw new Error(`The template has no resource ${logicalId}.`);
    return resource;
  }

  /** Every function of a handler, by logical id. */
  functionsOf(handler: Handler): [string, Resource][] {
    const ofHandler = v.object({ Code: v.object({ ZipFile: v.literal(codeOf(handler)) }) });
    return this.ofType('AWS::Lambda::Function').filter(([, { Properties }]) => v.is(ofHandler, Properties));
  }

  /** The one function of a handler: its logical id and resource. */
  functionOf(handler: Handler): [string, Resource] {
    const found = this.functionsOf(handler);
    const [only] = found;
    if (only === undefined || found.length > 1)
      throw new Error(`${found.length} functions have the handler ${handler}.`);
    return only;
  }

  /** The logical id of what calls of a function go to: its alias, or the function itself if it has none. */
  targetOf(functionId: string): string {
    const ofFunction = v.object({ FunctionName: v.object({ Ref: v.literal(functionId) }) });
    const alias = this.ofType('AWS::Lambda::Alias').find(([, { Properties }]) => v.is(ofFunction, Properties));
    return alias?.[0] ?? functionId;
  }
}

/** Whether a part of a template names a resource, by Ref or an attribute. */
export function refersTo(part: unknown, logicalId: string): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if (v.is(v.object({ Ref: v.literal(logicalId) }), part)) return true;
  if (v.is(v.object({ 'Fn::GetAtt': v.tuple([v.literal(logicalId), v.string()]) }), part)) return true;
  return Object.values(part).some((value) => refersTo(value, logicalId));
}

/** The signer of a lane: its logical id and resource. Both signers have the same handler. */
export function signerOf(stack: SynthesizedStack, lane: Lane): [string, Resource] {
  const ofLane = v.object({ Environment: v.object({ Variables: v.object({ DELIVERY_LANE: v.literal(lane) }) }) });
  const signer = stack.functionsOf('delivery/sign-and-send').find(([, { Properties }]) => v.is(ofLane, Properties));
  if (signer === undefined) throw new Error(`No function signs the ${lane} lane.`);
  return signer;
}

export interface SynthesizedStage {
  readonly data: SynthesizedStack;
  readonly service: SynthesizedStack;
  /** Throws if the stage has none. */
  readonly panel: SynthesizedStack;
  /** Whether the stacks refuse to be deleted. */
  readonly terminationProtection: Readonly<Record<'data' | 'service' | 'panel', boolean>>;
}

/** A domain of the API, with a certificate in a region. */
export const apiDomain = (region: string) => ({
  name: 'api.example.com',
  certificateArn: `arn:aws:acm:${region}:111122223333:certificate/b`,
});

/** A sender of mails, which no stage has by default. */
export const noticeMail = { sender: 'notices@example.com', identity: 'example.com' };
/** The same, with what its links need. */
export const mails = { noticeMail, panel: { ...stages.prod.panel, url: 'https://panel.example.com/admin/' } };

/** A stage with every option on that a stage can have: the one with the most resources. */
export const everything: StageConfig = {
  ...stages.prod,
  ...mails,
  tracing: true,
  dataKey: 'customer-managed',
  alarms: { enabled: true, notify: { email: 'on-call@example.com', recoveries: true }, dashboard: true },
  api: { ...stages.prod.api, firewall: { directCalls: 'refused' } },
  delivery: { ...stages.prod.delivery, staticAddresses: true },
};

/** Prod with other values of its options than `everything` has: tests of single options share a synth. */
export const another: StageConfig = {
  ...stages.prod,
  noticeMail: { ...noticeMail, configurationSet: 'tracked' },
  panel: {
    enabled: true,
    signIn: { kind: 'accounts', secondFactor: 'required' },
    domain: { name: 'webhooks.example.com', certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/a' },
  },
  alarms: { enabled: true, notify: { email: 'on-call@example.com' } },
  api: {
    ...stages.prod.api,
    firewall: { directCalls: 'allowed', requestsPerFiveMinutesAndAddress: 2_000 },
    domain: apiDomain('us-east-1'),
  },
  retention: { ...stages.prod.retention, eventDays: 10, deliveryDays: 20, auditDays: 40 },
};

/** Prod without accounts, a gradual deployment, and anybody who is told of alarms, in pages of two others; with a domain. */
export const least: StageConfig = {
  ...stages.prod,
  panel: {
    enabled: true,
    signIn: { kind: 'links', reason: 'a test' },
    embedOrigins: ['https://console.example.com', 'https://admin.example.org'],
  },
  alarms: { enabled: true, notify: { nobody: 'a pager subscribes by itself' } },
  api: { ...stages.prod.api, domain: apiDomain('eu-west-1') },
  rollout: { kind: 'at-once', reason: 'a test' },
};

const known = new Map<string, SynthesizedStage>();

/** Synthesizes a stage, once for each configuration. Rules: cdk-nag in nag.test.ts, others in `npm run check:synth`. */
export function synthesized(config: StageConfig): SynthesizedStage {
  const key = JSON.stringify(config);
  const stage = known.get(key) ?? synthesize(config);
  known.set(key, stage);
  return stage;
}

function synthesize(config: StageConfig): SynthesizedStage {
  const { app, data, service, panel } = stageApp(config);
  app.synth();
  const panelStack = panel && new SynthesizedStack(Template.fromStack(panel));
  return {
    data: new SynthesizedStack(Template.fromStack(data)),
    service: new SynthesizedStack(Template.fromStack(service)),
    get panel() {
      if (panelStack === undefined) throw new Error(`The stage ${config.name} has no panel.`);
      return panelStack;
    },
    terminationProtection: {
      data: data.terminationProtection === true,
      service: service.terminationProtection === true,
      panel: panel?.terminationProtection === true,
    },
  };
}

/** The app of a stage, not yet synthesized. */
export function stageApp(config: StageConfig) {
  const context = {
    ...featureFlags,
    // Not copied: one of the CDK's assets has 22 MB. Stack traces and metadata take a third of the time.
    'aws:cdk:disable-asset-staging': true,
    'aws:cdk:disable-stack-trace': true,
    '@aws-cdk/core:enableAdditionalMetadataCollection': false,
  };
  const outdir = temporaryFolder();
  const app = new App({ context, outdir, builtinCloudFormationValidation: false, treeMetadata: false });
  const platform = new SocialPlatform(app, config.name, config, sources);
  return { app, platform, ...platform.parts };
}

const code = (handler: Handler): Code => Code.fromInline(codeOf(handler));
const siteFolders = { panel: siteOf('panel'), docs: siteOf('docs') };
/** What these stages deploy. */
export const sources = { code, siteFolders };

/** A site as its build leaves it, of one page and one script. */
function siteOf(name: string): string {
  const folder = temporaryFolder();
  for (const part of ['pages', 'assets']) mkdirSync(join(folder, part));
  writeFileSync(join(folder, 'pages/index.html'), `<script type="module" src="assets/${name}-ABC.js"></script>\n`);
  writeFileSync(join(folder, `assets/${name}-ABC.js`), `console.log('${name}');\n`);
  return folder;
}

const codeOf = (handler: Handler): string => `// ${handler}`;

const { context: featureFlags } = v.parse(
  v.object({ context: v.record(v.string(), v.unknown()) }),
  JSON.parse(readFileSync(join(import.meta.dirname, '../../cdk.json'), 'utf8')),
);
