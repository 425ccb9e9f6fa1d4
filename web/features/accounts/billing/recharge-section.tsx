import { NumberInput, Skeleton, Switch } from '@mantine/core'
import { rechargeRule, setRechargeRule } from '#contract/accounts/credits.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Part } from '#web/ui/part.tsx'

type Rule = NonNullable<Reply<typeof rechargeRule>['data']>
const START: Rule = { enabled: false, threshold: 100, credits: 1000, monthly_ceiling: 3000 }
const whole = { min: 1, thousandSeparator: true }

function RechargeForm({ rule }: { rule: Rule | null }) {
  const form = useContractForm(setRechargeRule, {
    initial: { ...(rule ?? START) } as Record<'threshold' | 'credits' | 'monthly_ceiling', number | ''> & {
      enabled: boolean
    },
    body: ({ enabled, ...numbers }) => ({
      enabled,
      threshold: Number(numbers.threshold),
      credits: Number(numbers.credits),
      monthly_ceiling: Number(numbers.monthly_ceiling),
    }),
  })
  return (
    <ContractForm form={form} submitLabel="Save recharge">
      <Switch {...form.field('enabled', 'checkbox')} label="Recharge automatically" />
      <NumberInput {...form.field('threshold')} {...whole} label="When credits drop below" required />
      <NumberInput {...form.field('credits')} {...whole} label="Credits to add" required />
      <NumberInput {...form.field('monthly_ceiling')} {...whole} label="At most per month" required />
    </ContractForm>
  )
}

/** When to recharge with the saved card, and the monthly maximum. */
export function RechargeSection() {
  const found = useEndpoint(rechargeRule, {}, { refetchOnWindowFocus: false }).data
  return (
    <Part title="Automatic recharge">
      <p>
        Buys credits with your saved card when the balance drops. If the card is declined, recharging pauses
        until you update it.
      </p>
      {found ? <RechargeForm rule={found.data} /> : <Skeleton height={160} />}
    </Part>
  )
}
