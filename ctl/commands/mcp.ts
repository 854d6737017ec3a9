/** `ctl mcp`: a server of the Model Context Protocol over stdin and stdout. */
import type { Command } from 'commander';
import type { NetworkId } from '../../contract/ids.ts';
import { webhooksTable } from '../../lambdas/webhooks/webhooks-table.ts';
import { apiUrlOf, connectTo } from '../connection.ts';
import { findService } from '../service.ts';
import { adminClient } from '../webhooks-api.ts';
import { endedBySignals, networkOption, serviceOptions } from './shared.ts';

interface Options {
  readonly network: NetworkId;
  readonly allowWrites?: boolean;
}

/** Adds `mcp`. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serve the webhooks of a network to agents, by the Model Context Protocol over stdin and stdout')
    .addOption(networkOption())
    .option('--allow-writes', 'also offer tools that change or send something; each call has to be confirmed')
    .addHelpText('after', ABOUT)
    .action(async ({ network, allowWrites = false }: Options, command: Command) => {
      const service = await findService(serviceOptions(command), 'data', 'service');
      const { client, tables } = connectTo(service);
      const webhooks = webhooksTable(client, tables.webhooks);
      const [{ mcpServer }, { StdioServerTransport }] = await Promise.all([
        import('../mcp/server.ts'),
        import('@modelcontextprotocol/sdk/server/stdio.js'),
      ]);
      const server = mcpServer(
        {
          reader: adminClient(service, network, 'viewer'),
          writer: adminClient(service, network),
          ledgerOf: async (webhookId) => {
            const found = await webhooks.read({ networkId: network, webhookId });
            const secret = found.secrets.map((one) => one.secret);
            return { url: apiUrlOf(service), networkId: network, webhookId, secret };
          },
        },
        allowWrites,
      );
      await server.connect(new StdioServerTransport());
      const { signal } = endedBySignals();
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve());
        process.stdin.once('end', () => resolve());
      });
      await server.close();
    });
}

const ABOUT = `
An agent starts this server by itself. The tools of the server list webhooks and
their health, search and explain deliveries and events, and read the ledger,
statistics, source addresses and the audit trail. Without --allow-writes they
change nothing. They never show a secret.`;
