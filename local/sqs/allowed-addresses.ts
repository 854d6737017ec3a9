/** Which addresses may connect to the SQS emulator: this machine's own, and those of its Docker containers. */
import { BlockList, isIPv6 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** Docker's default bridge on Linux, where `sam local` runs functions. Docker Desktop's containers come from 127.0.0.1. */
const DOCKER_BRIDGE = 'docker0';

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Reads the interfaces at each call, because Node lists the bridge only while a container runs. */
export function mayConnect(remoteAddress: string, interfaces: () => Interfaces = networkInterfaces): boolean {
  const isIn = (addresses: BlockList): boolean =>
    addresses.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
  return isIn(loopback) || isIn(containers(interfaces()));
}

function containers({ [DOCKER_BRIDGE]: bridge = [] }: Interfaces): BlockList {
  const addresses = new BlockList();
  for (const { address, cidr, family } of bridge) {
    if (family === 'IPv4' && cidr !== null) addresses.addSubnet(address, Number(cidr.split('/')[1]));
  }
  return addresses;
}
