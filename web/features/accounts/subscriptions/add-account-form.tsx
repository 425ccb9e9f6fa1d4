import { Group, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { addAccount } from '#contract/accounts/subscriptions.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'

export interface PackageChoice {
  id: number
  name: string
  credits: number
  period: string
  trial_days: number
}

/** A package as a select option. */
export const packageOption = ({ id, name, credits, period }: PackageChoice) => ({
  value: String(id),
  label: `${name} · ${formatNumber(credits)} credits${period === 'once' ? '' : ` a ${period}`}`,
})

/** One account with its owner, package and extra credits. */
export function AddAccountForm({ packages }: { packages: readonly PackageChoice[] }) {
  const navigate = useNavigate()
  const form = useContractForm(addAccount, {
    initial: {
      first_name: '',
      last_name: '',
      email: '',
      company: '',
      package_id: String(packages[0]?.id ?? ''),
      credits: 0 as number | '',
      trial_days: '' as number | '',
    },
    body: ({ package_id, credits, trial_days, ...rest }) => ({
      ...rest,
      package_id: Number(package_id),
      credits: credits === '' ? 0 : credits,
      ...(trial_days !== '' && { trial_days }),
    }),
    onSuccess: () => navigate({ to: '/whitelabel/subscriptions' }),
  })
  return (
    <ContractForm form={form} submitLabel="Add account">
      <Group grow align="start">
        <TextInput
          {...form.field('first_name')}
          label="First name"
          autoComplete="off"
          maxLength={100}
          data-autofocus
        />
        <TextInput {...form.field('last_name')} label="Last name" autoComplete="off" maxLength={100} />
      </Group>
      <TextInput {...form.field('email')} type="email" label="Email" autoComplete="off" maxLength={254} />
      <TextInput {...form.field('company')} label="Company" autoComplete="off" maxLength={200} />
      <NativeSelect {...form.field('package_id')} label="Package" data={packages.map(packageOption)} />
      <Group grow align="start">
        <NumberInput
          {...form.field('credits')}
          label="Extra credits"
          description="On top of the package"
          min={0}
        />
        <NumberInput
          {...form.field('trial_days')}
          label="Trial days"
          description="Leave empty for the package’s trial"
          min={0}
          max={365}
        />
      </Group>
    </ContractForm>
  )
}
