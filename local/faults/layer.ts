/** Fails the calls that are broken by hand (fault.ts). */
import { awsError } from '../proxy/aws-error.ts';
import type { Layer } from '../proxy/layer.ts';
import type { CallFault } from './fault.ts';

/** `faults` returns those that are set at the moment. */
export const failBrokenCalls =
  (faults: () => readonly CallFault[]): Layer =>
  async (call, forward) => {
    const fault = faults().find(
      ({ logicalId, service, operations }) =>
        logicalId === call.caller &&
        service === call.service &&
        (operations === undefined || operations.includes(call.operation)),
    );
    if (fault === undefined) return forward(call);
    return awsError(call.service, fault.error, messages[fault.error](`${call.service}:${call.operation}`));
  };

/** As AWS says it, so that a log does not tell that it is a drill. */
const messages = {
  AccessDeniedException: (action: string) => `User is not authorized to perform: ${action}`,
  InternalServerError: () => 'Internal server error',
  ThrottlingException: () => 'Rate exceeded',
};
