/**
 * Compares the Elastic IP addresses that a stage with fixed source addresses will allocate (docs/adr/0068-source-addresses.md)
 * with what the account has left in the region
 * (https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html).
 *
 * EC2 says what the account may have
 * (https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeAccountAttributes.html), and which addresses it has
 * (https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeAddresses.html). Both are signed requests without its
 * client, which has 28 MB.
 */
import { signedV4 } from '../../lambdas/sending/event-bus.ts';
import { SOURCE_ADDRESSES, type StageConfig } from '../../lib/config.ts';
import { deployedResources } from './account-limits.ts';
import { type AwsClients, inTime } from './aws.ts';
import { checking, type Finding, problem } from './finding.ts';

/** Checks the account. Never rejects. A stage that has its addresses needs no more. */
export const checkElasticAddresses = (clients: AwsClients, config: StageConfig): Promise<readonly Finding[]> =>
  checking('Elastic IP addresses', async () => {
    if (!config.delivery.staticAddresses) return [];
    const deployed = (await deployedResources(clients, config)) ?? [];
    const needed = SOURCE_ADDRESSES - deployed.filter(({ Type }) => Type === 'AWS::EC2::EIP').length;
    if (needed <= 0) return [];
    const [attributes, addresses] = await Promise.all([
      askEc2(clients, { Action: 'DescribeAccountAttributes', 'AttributeName.1': 'vpc-max-elastic-ips' }),
      askEc2(clients, { Action: 'DescribeAddresses' }),
    ]);
    const limit = Number(/<attributeValue>(\d+)<\/attributeValue>/.exec(attributes)?.[1]);
    if (Number.isNaN(limit)) throw new Error('EC2 returned no limit');
    // Those of a pool of one's own do not come from AWS's.
    const used = addresses.match(/<publicIpv4Pool>amazon<\/publicIpv4Pool>/g)?.length ?? 0;
    if (limit - used >= needed) return [];
    return [
      problem(
        `The account may have ${limit} Elastic IP addresses here, and has ${used}; ${config.name} needs ${needed} more for its fixed source addresses.`,
        `Release what nothing uses (aws ec2 release-address), or ask for more: aws service-quotas request-service-quota-increase --service-code ec2 --quota-code L-0263D0A3 --desired-value ${used + needed}. Or leave delivery.staticAddresses out.`,
      ),
    ];
  });

/** The version of EC2's API. */
const VERSION = '2016-11-15';

/** The response of EC2's query API, which is XML (https://docs.aws.amazon.com/AWSEC2/latest/APIReference/Query-Requests.html). */
async function askEc2({ sts }: AwsClients, parameters: Readonly<Record<string, string>>): Promise<string> {
  const [region, credentials] = await inTime(Promise.all([sts.config.region(), sts.config.credentials()]));
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const unsigned = {
    url: process.env['AWS_ENDPOINT_URL'] ?? `https://ec2.${region}.${suffix}/`,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: `${new URLSearchParams({ ...parameters, Version: VERSION })}`,
  };
  const headers = await signedV4({ ...unsigned, region, service: 'ec2', now: Date.now() }, credentials);
  const response = await inTime(fetch(unsigned.url, { method: 'POST', headers, body: unsigned.body }));
  const text = await inTime(response.text());
  if (response.ok) return text;
  throw new Error(`${response.status} ${/<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? ''}`.trimEnd());
}
