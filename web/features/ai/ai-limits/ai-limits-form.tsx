import { NumberInput } from '@mantine/core'
import {
  type AccountAiLimits,
  AI_LIMIT_NAMES,
  type AiLimitName,
  MAX_AI_CREDITS,
  setAiLimits,
} from '#contract/ai/ai-limits.ts'
import { MAX_TRAINING_ALLOWANCE } from '#contract/core/constants.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { emptyLabel } from './ai-limits-labels.ts'

const FIELDS: Record<AiLimitName, { label: string; max: number }> = {
  credits_per_1000_tokens: { label: 'Credits per 1,000 tokens of AI text', max: MAX_AI_CREDITS },
  own_key_credits_per_1000_tokens: {
    label: 'Credits per 1,000 tokens with its own OpenAI key',
    max: MAX_AI_CREDITS,
  },
  training_tokens: { label: 'AI training tokens', max: MAX_TRAINING_ALLOWANCE },
}

type Values = Record<AiLimitName, number | string>
const wholeOrNull = (value: number | string): number | null => (value === '' ? null : Number(value))

/** Overrides of one account; an empty field inherits from the plan and parent accounts. */
export function AiLimitsForm({ account, onClose }: { account: AccountAiLimits; onClose: () => void }) {
  const { overrides } = account
  const form = useContractForm(setAiLimits, {
    initial: Object.fromEntries(AI_LIMIT_NAMES.map((name) => [name, overrides[name] ?? ''])) as Values,
    params: { id: account.id },
    body: (values: Values) => ({
      credits_per_1000_tokens: wholeOrNull(values.credits_per_1000_tokens),
      own_key_credits_per_1000_tokens: wholeOrNull(values.own_key_credits_per_1000_tokens),
      training_tokens: wholeOrNull(values.training_tokens),
    }),
    onSuccess: onClose,
  })
  return (
    <ContractForm form={form} submitLabel="Save" onCancel={onClose} onlyChanges>
      {AI_LIMIT_NAMES.map((name, at) => (
        <NumberInput
          key={name}
          {...form.field(name)}
          {...FIELDS[name]}
          description={emptyLabel(name, account)}
          placeholder={formatNumber(account.inherited[name].value)}
          min={0}
          thousandSeparator=","
          data-autofocus={at === 0 ? true : undefined}
        />
      ))}
    </ContractForm>
  )
}
