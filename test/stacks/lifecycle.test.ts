import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { stages } from '../../lib/config.ts';
import { synthesized } from './synthesized.ts';

const prod = synthesized(stages.prod);
const { service, panel } = prod;

describe('what AWS checks over the life of a stage', () => {
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-cloudfront-originaccesscontrol-originaccesscontrolconfig.html
  test('names that are unique in an account have the region, so that a stage can be in two', () => {
    const [[, accessControl] = []] = panel.ofType('AWS::CloudFront::OriginAccessControl');
    const [[, headers] = []] = panel.ofType('AWS::CloudFront::ResponseHeadersPolicy');
    const [[, paths] = []] = panel.ofType('AWS::CloudFront::Function');
    const name = { 'Fn::Join': ['', expect.arrayContaining([{ Ref: 'AWS::Region' }])] };
    expect(accessControl?.Properties['OriginAccessControlConfig']).toMatchObject({ Name: name });
    expect(headers?.Properties['ResponseHeadersPolicyConfig']).toMatchObject({ Name: name });
    expect(paths?.Properties['Name']).toEqual(name);
  });

  test('no log group is left that never expires', () => {
    const Logging = v.object({ LoggingConfig: v.object({ LogGroup: v.object({ Ref: v.string() }) }) });
    for (const stack of [service, panel]) {
      for (const [, group] of stack.ofType('AWS::Logs::LogGroup')) {
        expect(group.Properties['RetentionInDays']).toBe(stages.prod.logRetentionDays);
      }
      for (const [logicalId, { Properties }] of stack.ofType('AWS::Lambda::Function')) {
        expect([logicalId, v.is(Logging, Properties)]).toEqual([logicalId, true]);
      }
    }
  });

  // The variables that HTTP APIs have: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
  // `path` is one of them: paths have ids of users, and an erased user would be in the log for as long as it is stored.
  test('the access log uses no variable that HTTP APIs lack, and none that can have the id of a user', () => {
    const [[, stage] = []] = service.ofType('AWS::ApiGatewayV2::Stage');
    const { Format } = v.parse(v.object({ Format: v.string() }), stage?.Properties['AccessLogSettings']);
    const known = [
      /^authorizer\.(error|networkId|role)$/,
      /^(httpMethod|identity\.sourceIp|integration\.(latency|requestId)|integrationErrorMessage|requestId)$/,
      /^(requestTimeEpoch|responseLatency|responseLength|routeKey|status)$/,
    ];
    const variables = [...Format.matchAll(/\$context\.([\w.]+)/g)].map(([, variable = '']) => variable);
    expect(variables.filter((variable) => !known.some((pattern) => pattern.test(variable)))).toEqual([]);
  });
});
