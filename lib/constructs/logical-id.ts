import { CfnResource } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Gives a construct's resource a fixed logical id. CloudFormation replaces a resource whose logical id changes, so
 * whatever holds state keeps its id wherever its construct moves.
 */
export function setLogicalId(construct: Construct, logicalId: string): void {
  const resource = construct.node.defaultChild;
  if (!CfnResource.isCfnResource(resource)) throw new Error(`${logicalId} has no resource of its own.`);
  resource.overrideLogicalId(logicalId);
}
