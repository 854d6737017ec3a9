/** Which stacks import a value (https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ListImports.html). */
import {
  type CloudFormationClient,
  CloudFormationServiceException,
  ListImportsCommand,
} from '@aws-sdk/client-cloudformation';
import { inTime } from './aws.ts';

/** Returns the names of the stacks that import the export, at most a hundred. Rejects with what CloudFormation throws. */
export async function importersOf(client: CloudFormationClient, ExportName: string): Promise<readonly string[]> {
  try {
    const { Imports = [] } = await inTime(client.send(new ListImportsCommand({ ExportName })));
    return Imports;
  } catch (error) {
    // CloudFormation responds so if nothing imports the value.
    if (error instanceof CloudFormationServiceException && error.name === 'ValidationError') return [];
    throw error;
  }
}
