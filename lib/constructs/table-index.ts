import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';

/** The ARN of a table's index, for rights: a table's own ARN covers none of its indexes. */
export const indexArn = ({ tableArn }: TableV2, indexName: string): string => `${tableArn}/index/${indexName}`;
