/**
 * The authorizer: identifies the caller for every route (docs/spec/access.md#authorizer).
 *
 * It always returns `isAuthorized: true`, since API Gateway's own refusal has a fixed shape. A bad token is passed on
 * as `{denied: reason}`, and the route's pipeline turns that into a 401 or 403. Routes fail closed without a context.
 */
import type { APIGatewayRequestAuthorizerEventV2, APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import type { Caller, Denied } from '../../contract/access.ts';
import { boundCallTimes } from '../shared/clients.ts';
import { withLoggedErrors } from '../shared/logged-error.ts';
import { requestCaller } from './request-caller.ts';

boundCallTimes();
const identify = requestCaller();

type Result = APIGatewaySimpleAuthorizerWithContextResult<Caller | Denied>;

export const handler = withLoggedErrors(
  async (event: APIGatewayRequestAuthorizerEventV2): Promise<Result> => ({
    isAuthorized: true,
    context: await identify(event),
  }),
);
