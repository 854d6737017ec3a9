/**
 * Whether each stack of the stage is in a state in which it can be updated.
 *
 * The states are those of
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html. `cdk deploy` itself deletes a stack
 * whose creation failed and was rolled back, if it may be deleted, and rolls back a stack whose failed update was not
 * (https://docs.aws.amazon.com/cdk/v2/guide/ref-cli-cmd-rollback.html).
 */
import { type Finding, note, problem } from './finding.ts';
import type { DeployedStack } from './stacks.ts';

/** Returns what has to be done about a stack's state; nothing for one that can be updated. */
export function stateFindings({ name, status, isProtected }: DeployedStack): readonly Finding[] {
  const described = `The stack ${name} is in the state ${status}`;
  if (status.endsWith('_IN_PROGRESS') && status !== 'REVIEW_IN_PROGRESS') {
    return [
      problem(`${described}: something else changes it.`, 'Wait until that is done, or look at it in the console.'),
    ];
  }
  switch (status) {
    case 'ROLLBACK_COMPLETE':
    case 'ROLLBACK_FAILED':
      if (!isProtected) {
        return [note(`${described}: its creation failed.`, 'cdk deploy deletes it and creates it again.')];
      }
      return [
        problem(
          `${described}: its creation failed, and it is protected from deletion.`,
          `Allow its deletion and delete it: aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name} && aws cloudformation delete-stack --stack-name ${name}. Tables and user pools that it had created stay: check that they are empty, and delete them too.`,
        ),
      ];
    case 'CREATE_FAILED':
    case 'UPDATE_FAILED':
      return [note(`${described}: a deployment failed and was not rolled back.`, 'cdk deploy asks to roll it back.')];
    case 'UPDATE_ROLLBACK_FAILED':
      return [
        problem(
          `${described}: an update failed, and so did its roll-back.`,
          `Repair what its events name (aws cloudformation describe-stack-events --stack-name ${name}), then continue: aws cloudformation continue-update-rollback --stack-name ${name}`,
        ),
      ];
    case 'DELETE_FAILED':
      return [
        problem(
          `${described}: it could not be deleted completely.`,
          `Repair what its events name (aws cloudformation describe-stack-events --stack-name ${name}), then delete it again: aws cloudformation delete-stack --stack-name ${name}`,
        ),
      ];
    default:
      return [];
  }
}
