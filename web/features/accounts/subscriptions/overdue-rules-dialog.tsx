import { Modal, NumberInput, Skeleton } from '@mantine/core'
import { type AccessPolicy, accessPolicy, setAccessPolicy } from '#contract/accounts/subscriptions.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'

function RulesForm({ policy, onClose }: { policy: AccessPolicy; onClose: () => void }) {
  const form = useContractForm(setAccessPolicy, { initial: policy, onSuccess: onClose })
  return (
    <ContractForm form={form} submitLabel="Save" onCancel={onClose}>
      <NumberInput
        {...form.field('read_only_after_days')}
        label="Read-only after"
        suffix=" days past due"
        min={0}
        max={365}
        data-autofocus
      />
      <NumberInput
        {...form.field('locked_after_days')}
        label="Locked after"
        suffix=" days past due"
        min={0}
        max={365}
      />
    </ContractForm>
  )
}

/** When customers with an overdue payment lose access. */
export function OverdueRulesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const found = useEndpoint(accessPolicy)
  return (
    <Modal opened={opened} onClose={onClose} title="Overdue rules" size={400}>
      {found.data ? <RulesForm policy={found.data.data} onClose={onClose} /> : <Skeleton height={160} />}
    </Modal>
  )
}
