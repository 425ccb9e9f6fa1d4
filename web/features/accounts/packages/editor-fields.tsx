import {
  Checkbox,
  NativeSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core'
import { LOG_IN_AS, PACKAGE_MODULES, PRICED_KIND_LABELS, PRICED_KINDS } from '#contract/accounts/plans.ts'
import { kits, MAX_KITS } from '#contract/admin/stored-kits.ts'
import {
  CREDIT_COSTS,
  DEFAULT_CALLS_PER_MINUTE,
  MAX_TRAINING_ALLOWANCE,
  MODULE_LABELS,
} from '#contract/core/constants.ts'
import { CURRENCIES } from '#contract/core/money.ts'
import { formatNumber } from '#web/lib/format.ts'
import { ownsModule, useUser } from '#web/lib/session.ts'
import type { ContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Part } from '#web/ui/part.tsx'
import type { EditorValues } from './editor-values.ts'
import { LOG_IN_AS_LABELS } from './package-labels.ts'

type Form = ContractForm<EditorValues>
const WHOLE = { allowNegative: false, thousandSeparator: ',', min: 0 } as const

function Price({ form }: { form: Form }) {
  return (
    <Part title="Price">
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <TextInput {...form.field('price_minor')} label="Price" placeholder="Free" inputMode="decimal" />
        <Select
          {...form.field('currency')}
          label="Currency"
          data={Object.keys(CURRENCIES)}
          searchable
          allowDeselect={false}
        />
        <NativeSelect
          {...form.field('period')}
          label="Credits and payment"
          data={[
            { value: 'month', label: 'Every month' },
            { value: 'year', label: 'Every year' },
            { value: '', label: 'Once' },
          ]}
        />
        <TextInput
          {...form.field('set_up_minor')}
          label="Set-up fee"
          placeholder="None"
          inputMode="decimal"
        />
        <NumberInput
          {...form.field('trial_days')}
          {...WHOLE}
          label="Free trial, days"
          placeholder="None"
          max={365}
        />
      </SimpleGrid>
    </Part>
  )
}

function CreditPrices({ form }: { form: Form }) {
  const { values, set } = form
  return (
    <Part title="Credits per result" hint="Leave a field empty to charge the standard price.">
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {PRICED_KINDS.map((kind) => (
          <NumberInput
            key={kind}
            {...WHOLE}
            label={PRICED_KIND_LABELS[kind]}
            placeholder={String(CREDIT_COSTS[kind])}
            value={values.prices[kind] ?? ''}
            onChange={(value) =>
              set({ prices: { ...values.prices, [kind]: value === '' ? '' : Number(value) } })
            }
          />
        ))}
      </SimpleGrid>
    </Part>
  )
}

function Ai({ form }: { form: Form }) {
  return (
    <Part title="AI and own keys">
      <Switch
        {...form.field('support_open_ai_api_key', 'checkbox')}
        label="AI text works without their own key"
      />
      <Switch {...form.field('own_key_free', 'checkbox')} label="Leads are free with their own source key" />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <NumberInput
          {...form.field('ai_credits_per_1000_tokens')}
          {...WHOLE}
          label="Credits per 1,000 tokens"
          placeholder="Standard"
        />
        <NumberInput
          {...form.field('ai_own_key_credits_per_1000_tokens')}
          {...WHOLE}
          label="With their own key"
          placeholder="Standard"
        />
        <NumberInput
          {...form.field('training_tokens')}
          {...WHOLE}
          max={MAX_TRAINING_ALLOWANCE}
          label="Training tokens"
          placeholder="Standard"
        />
      </SimpleGrid>
    </Part>
  )
}

function WholesalePrices({ form }: { form: Form }) {
  const { values, set } = form
  return (
    <Part
      title="Wholesale prices"
      hint="What a reseller on this package pays per unit sold. Its own packages can’t cost less."
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <TextInput
          {...form.field('wholesale_credits')}
          label="1,000 credits"
          placeholder="Price ÷ credits"
          inputMode="decimal"
        />
        <TextInput
          {...form.field('wholesale_seat')}
          label="Seat per month"
          placeholder="Nothing"
          inputMode="decimal"
        />
        {PACKAGE_MODULES.filter((slug) => values.modules.includes(slug)).map((slug) => (
          <TextInput
            key={slug}
            label={`${MODULE_LABELS[slug]} per month`}
            placeholder="Nothing"
            inputMode="decimal"
            value={values.wholesale_modules[slug] ?? ''}
            onChange={({ currentTarget }) =>
              set({ wholesale_modules: { ...values.wholesale_modules, [slug]: currentTarget.value } })
            }
          />
        ))}
      </SimpleGrid>
    </Part>
  )
}

/** The kit that new customers get. It is no part of a version, so it holds as soon as it is saved. */
function Kit({ form }: { form: Form }) {
  const found = useEndpoint(kits, { query: { limit: MAX_KITS } }).data?.data
  const { kit_id: chosen } = form.values
  const known = found ?? (chosen === '' ? [] : [{ id: Number(chosen), name: 'Loading…' }])
  return (
    <NativeSelect
      {...form.field('kit_id')}
      label="Kit"
      description="New customers get its newest version. When a customer changes to this package, you are offered to roll it out"
      data={[
        { value: '', label: 'None' },
        ...known.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}

export function EditorFields({ form }: { form: Form }) {
  const user = useUser()
  return (
    <>
      <Part title="Package">
        <TextInput {...form.field('name')} label="Name" maxLength={100} autoComplete="off" />
        <Checkbox.Group {...form.field('modules')} label="Modules">
          <Stack gap={8} mt={4}>
            {PACKAGE_MODULES.filter((slug) => ownsModule(user, slug)).map((slug) => (
              <Checkbox key={slug} size="xs" value={slug} label={MODULE_LABELS[slug]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <NumberInput {...form.field('credits')} {...WHOLE} label="Credits" />
          <NumberInput {...form.field('seats')} {...WHOLE} label="Seats" placeholder="Unlimited" min={1} />
        </SimpleGrid>
        <Kit form={form} />
        {form.values.modules.includes('whitelabel') && (
          <NumberInput
            {...form.field('audits_per_month')}
            {...WHOLE}
            label="Audits a month"
            description="Websites that the account’s audit page checks; 0 for none"
            placeholder="Unlimited"
          />
        )}
      </Part>
      <Price form={form} />
      <CreditPrices form={form} />
      <Ai form={form} />
      <Part title="Access">
        <NativeSelect
          {...form.field('log_in_as')}
          label="Log in as members of the account"
          data={LOG_IN_AS.map((value) => ({ value, label: LOG_IN_AS_LABELS[value] }))}
        />
        <NumberInput
          {...form.field('calls_per_minute')}
          {...WHOLE}
          label="Calls a minute of each API key"
          placeholder={formatNumber(DEFAULT_CALLS_PER_MINUTE)}
          min={1}
        />
      </Part>
      {form.values.modules.includes('whitelabel') && <WholesalePrices form={form} />}
    </>
  )
}
