import { Fn, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** The last part of the stack's id, for names that a stack which is created again must not share with the one before. */
export const partOfStackId = (scope: Construct): string =>
  Fn.select(4, Fn.split('-', Fn.select(2, Fn.split('/', Stack.of(scope).stackId))));
