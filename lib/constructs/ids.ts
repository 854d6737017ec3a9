import { CfnResource, Fn, Stack } from 'aws-cdk-lib';
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

/** The last part of the stack's id, for names that a stack which is created again must not share with the one before. */
export const partOfStackId = (scope: Construct): string =>
  Fn.select(4, Fn.split('-', Fn.select(2, Fn.split('/', Stack.of(scope).stackId))));
