/** Sends again what the filter of the log shows, to one webhook or to several. */
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { ForAdmins } from '../../session/session-provider.tsx';
import { type RecoveryFilter, recoveryTitle } from '../../shared/recovery.ts';
import { StartRecoveryModal } from '../../shared/start-recovery-modal.tsx';
import { LAST_DAY } from '../../shared/time-range.ts';
import { resultQueryOf } from './list-address.ts';
import { useFilters } from './use-list.ts';

interface SendAgainProps {
  readonly webhookIds: readonly string[];
  readonly isDisabled: boolean;
}

export function SendAgain({ webhookIds, isDisabled }: SendAgainProps) {
  const [isOpen, setOpen] = useState(false);
  const [{ state = 'failed', event, result, range = LAST_DAY }] = useFilters();
  const filter: RecoveryFilter = { state, event, ...resultQueryOf(result) };
  return (
    <ForAdmins>
      <Button onClick={() => setOpen(true)} disabled={isDisabled} disabledReason="Enable the webhook first.">
        {recoveryTitle(filter)}
      </Button>
      {isOpen && (
        <StartRecoveryModal webhookIds={webhookIds} range={range} filter={filter} onDismiss={() => setOpen(false)} />
      )}
    </ForAdmins>
  );
}
