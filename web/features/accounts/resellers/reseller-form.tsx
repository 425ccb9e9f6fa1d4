import { Checkbox, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { createReseller, RESELLER_MODULES } from '#contract/accounts/resellers.ts'
import { MODULE_LABELS } from '#contract/core/constants.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'

const EMPTY = {
  owner_email: '',
  invite_owner: false,
  account_id: '' as number | '',
  brand_name: '',
  domain: '',
  modules: [...RESELLER_MODULES] as string[],
  sign_up: true,
}

/** The account that becomes a reseller, its brand and domain, and what it can sell. */
export function ResellerForm({ onClose }: { onClose: () => void }) {
  const form = useContractForm(createReseller, {
    initial: EMPTY,
    body: ({ account_id, modules, domain, ...rest }) => ({
      ...rest,
      ...(domain.trim() ? { domain } : {}),
      account_id: account_id === '' ? null : account_id,
      modules: modules as ['leads'],
    }),
    onSuccess: onClose,
  })
  const isOneOfSeveral = form.errors.account_id !== undefined || form.values.account_id !== ''
  return (
    <ContractForm form={form} submitLabel="Add" onCancel={onClose}>
      <TextInput
        {...form.field('owner_email')}
        type="email"
        label="Email of the owner"
        description="Their account becomes the reseller and keeps its members, lists and credits"
        autoComplete="off"
        maxLength={254}
        data-autofocus
      />
      <Switch
        {...form.field('invite_owner', 'checkbox')}
        label="Invite the owner"
        description="For someone without an account. We create one named after the brand and email them a link to it"
      />
      {isOneOfSeveral && (
        <NumberInput {...form.field('account_id')} label="Account number" hideControls min={1} />
      )}
      <TextInput {...form.field('brand_name')} label="Brand name" autoComplete="off" maxLength={100} />
      <TextInput
        {...form.field('domain')}
        label="Domain"
        placeholder="leads.example.com"
        description="Active right away, so check first that the reseller owns it. Leave it empty to let them add one"
        autoComplete="off"
        maxLength={253}
      />
      <Checkbox.Group {...form.field('modules')} label="Modules it can use and sell">
        <Stack gap={8} mt={4}>
          {RESELLER_MODULES.map((slug) => (
            <Checkbox key={slug} size="xs" value={slug} label={MODULE_LABELS[slug]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch
        {...form.field('sign_up', 'checkbox')}
        label="People can register on the domain"
        description="They become the reseller’s customers, on a package without free credits"
      />
    </ContractForm>
  )
}
