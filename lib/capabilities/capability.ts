/** What the stack gives to each capability: settings, the HTTP API and the tables. */
import type { StageConfig } from '../config.ts';
import type { HttpService } from '../constructs/http-service.ts';
import type { FunctionDefaults } from '../constructs/service-function.ts';
import type { Tables } from '../stacks/data.ts';

export interface Capability {
  readonly concurrency: StageConfig['concurrency'];
  readonly delivery: StageConfig['delivery'];
  readonly functions: FunctionDefaults;
  readonly http: HttpService;
  readonly memory: StageConfig['memory'];
  readonly tables: Tables;
}
