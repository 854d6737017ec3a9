/** The template that a stack was deployed with (https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_GetTemplate.html). */
import { type CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import * as v from 'valibot';
import { inTime } from './aws.ts';

const Template = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

/** Reads a stack's template, which the CDK writes as JSON. Rejects with what CloudFormation throws, or if it is no JSON. */
export async function deployedTemplate(client: CloudFormationClient, StackName: string): Promise<unknown> {
  const { TemplateBody } = await inTime(client.send(new GetTemplateCommand({ StackName, TemplateStage: 'Original' })));
  return v.parse(Template, TemplateBody);
}
