import { Modal, NumberInput, SegmentedControl, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { accountCredits, giveCredits, takeBackCredits } from '#contract/accounts/credits.ts'
import { formatCredits } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'

type Direction = 'give' | 'take'

interface CreditsDialogProps {
  /** The account below your own. */
  accountId: number
  /** Its name, for the title. */
  name?: string
  opened: boolean
  onClose: () => void
  /** The title repeats the button that opened it. */
  direction?: Direction
}

function CreditsForm({
  accountId,
  direction,
  onClose,
}: {
  accountId: number
  direction: Direction
  onClose: () => void
}) {
  const isGiving = direction === 'give'
  const form = useContractForm(isGiving ? giveCredits : takeBackCredits, {
    initial: { amount: '' as number | '', reason: '' },
    params: { id: accountId },
    body: ({ amount, reason }) => ({ amount: amount === '' ? (undefined as never) : Number(amount), reason }),
    onSuccess: onClose,
  })
  return (
    <ContractForm
      form={form}
      submitLabel={isGiving ? 'Give credits' : 'Take back credits'}
      onCancel={onClose}
    >
      <NumberInput
        {...form.field('amount')}
        label="Credits"
        min={1}
        thousandSeparator
        required
        data-autofocus
      />
      <TextInput
        {...form.field('reason')}
        label="Reason"
        description="Shown in both accounts’ transactions"
        maxLength={200}
        required
      />
    </ContractForm>
  )
}

function Balances({ accountId }: { accountId: number }) {
  const account = useEndpoint(accountCredits, { params: { id: accountId } }).data?.data
  if (!account) return <Skeleton height={20} aria-label="Loading the balance" role="status" />
  const own = account.own_available === null ? '' : ` You have ${formatCredits(account.own_available)}.`
  return <Text>{`This account has ${formatCredits(account.available)}.${own}`}</Text>
}

/** Gives credits to an account below, or takes unused ones back. */
export function CreditsDialog({ accountId, name, opened, onClose, direction = 'give' }: CreditsDialogProps) {
  const [chosen, setChosen] = useState(direction)
  return (
    <Modal opened={opened} onClose={onClose} title={name ? `Credits for ${name}` : 'Credits'} size={440}>
      <Stack gap="sm">
        <SegmentedControl
          aria-label="Action"
          data={[
            { value: 'give', label: 'Give' },
            { value: 'take', label: 'Take back' },
          ]}
          value={chosen}
          onChange={(value) => setChosen(value as Direction)}
        />
        <Balances accountId={accountId} />
        <CreditsForm key={chosen} accountId={accountId} direction={chosen} onClose={onClose} />
      </Stack>
    </Modal>
  )
}
