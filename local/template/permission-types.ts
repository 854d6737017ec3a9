/** The resource types of roles and their policies. */
import * as v from 'valibot';
import { PolicyDocument } from '../iam/policy.ts';
import { LOCAL_ACCOUNT } from './names.ts';
import { properties, type ResourceType } from './resource-type.ts';

/** AWS's own policies that allow nothing on DynamoDB and SQS. */
const WITHOUT_LOCAL_MEANING = ['arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'];

const ManagedPolicyArn = v.picklist(
  WITHOUT_LOCAL_MEANING,
  'the local cloud does not know this managed policy; see local/template/permission-types.ts',
);

const RoleProperties = properties({
  ManagedPolicyArns: v.optional(v.array(ManagedPolicyArn), []),
  Policies: v.optional(v.array(v.strictObject({ PolicyName: v.string(), PolicyDocument })), []),
});

const PolicyProperties = properties({ PolicyDocument, PolicyName: v.string(), Roles: v.array(v.string()) });

export const permissionTypes = {
  'AWS::IAM::Role': {
    schema: RoleProperties,
    ignored: ['AssumeRolePolicyDocument', 'Description', 'Tags'],
    attributes: { Arn: (name) => `arn:aws:iam::${LOCAL_ACCOUNT}:role/${name}` },
  },
  'AWS::IAM::Policy': { schema: PolicyProperties, ignored: [] },
} as const satisfies Record<string, ResourceType>;
