import { createHash } from 'node:crypto';
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

/**
 * The ids of a construct from its stack on, which the stack's name begins. The CDK makes some names of all ids of a
 * path, and a resource whose name changes is replaced: those below are what it makes for a stack that is nowhere else in
 * its app, wherever a stage is added.
 */
function idsByStack(construct: Construct): readonly string[] {
  const { node: stack, stackName } = Stack.of(construct);
  return [stackName, ...construct.node.scopes.slice(stack.scopes.length).map((parent) => parent.node.id)];
}

/** The name of a construct with the ids `below` a scope, as `Names.uniqueId` makes it. */
export function nameByStack(scope: Construct, ...below: readonly string[]): string {
  const ids = [...idsByStack(scope), ...below];
  const hash = createHash('md5').update(ids.join('/')).digest('hex').slice(0, 8).toUpperCase();
  return `${ids.join('').replaceAll(/[^A-Za-z0-9]/g, '')}${hash}`;
}

/** The last eight characters of a construct's address, as `node.addr` has them. */
export function addressByStack(construct: Construct): string {
  const hash = createHash('sha1');
  // The app's own id is empty.
  for (const id of ['', ...idsByStack(construct)]) hash.update(`${id}\n`);
  return hash.digest('hex').slice(-8);
}

/** The id of the one origin of `Distribution`, a child of `scope`. */
export const originId = (scope: Construct): string => nameByStack(scope, 'Distribution', 'Origin1');
