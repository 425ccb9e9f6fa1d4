import { Button, Modal, NumberInput, PasswordInput, TextInput } from '@mantine/core'
import { MESSAGES } from '#contract/core/messages.ts'
import { type LeadSourceEntry, saveSourceKey } from '#contract/sources/lead-sources.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Hint } from '#web/ui/hint.tsx'

type Field = LeadSourceEntry['form'][number]
type Values = Record<string, string | number>

function KeyField({ field, props, first }: { field: Field; props: object; first: boolean }) {
  const label = field.optional ? `${field.label} (optional)` : field.label
  const shared = {
    ...props,
    label,
    description: field.help,
    maxLength: 2000,
    autoComplete: 'off',
    'data-autofocus': first || undefined,
  }
  return field.kind === 'secret' ? (
    <PasswordInput
      {...shared}
      autoComplete="new-password"
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Show: ${field.label}` }}
    />
  ) : (
    <TextInput {...shared} />
  )
}

function ConnectForm({ source, onClose }: { source: LeadSourceEntry; onClose: () => void }) {
  const initial: Values = {
    ...Object.fromEntries(source.form.map(({ name }) => [name, ''])),
    daily_limit: source.own_key?.daily_limit ?? '',
    untested: 0,
  }
  const form = useContractForm(saveSourceKey, {
    initial,
    params: { id: source.id },
    body: ({ daily_limit, untested, ...values }: Values) => ({
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
      daily_limit: daily_limit === '' || daily_limit === undefined ? null : Number(daily_limit),
      save_untested: untested === 1,
    }),
    check: (values) =>
      Object.fromEntries(
        source.form
          .filter(({ name, optional }) => !optional && String(values[name] ?? '').trim() === '')
          .map(({ name }) => [name, MESSAGES.required]),
      ),
    onSuccess: onClose,
  })
  const canSaveUntested = form.failure instanceof ApiError && form.failure.details.can_save_untested === true
  return (
    <ContractForm
      form={form}
      submitLabel={source.own_key ? 'Replace key' : 'Connect'}
      onCancel={onClose}
      beside={
        canSaveUntested && (
          <Button variant="subtle" onClick={() => form.submit({ untested: 1 })}>
            Save without a test
          </Button>
        )
      }
    >
      <Hint>
        {source.own_key
          ? `We test the new key with ${source.label}, then replace your current one.`
          : `We test the key with ${source.label} before saving it. Free.`}
        {source.vendor_price && ` ${source.label} charges you directly: ${source.vendor_price}.`}
      </Hint>
      {source.form.map((field, at) => (
        <KeyField key={field.name} field={field} props={form.field(field.name)} first={at === 0} />
      ))}
      <NumberInput
        {...form.field('daily_limit')}
        label="Daily request limit (optional)"
        description="Stops at this many, so that a large search can’t use up your plan"
        min={1}
        max={10_000_000}
        thousandSeparator=" "
      />
    </ContractForm>
  )
}

/** Asks for the key of a source, in the form that the source declares. */
export function ConnectDialog({ source, onClose }: { source: LeadSourceEntry | null; onClose: () => void }) {
  const title = source?.own_key ? `Replace the key for ${source.label}` : `Connect ${source?.label ?? ''}`
  return (
    <Modal opened={source !== null} onClose={onClose} title={title} size={460}>
      {source && <ConnectForm key={source.id} source={source} onClose={onClose} />}
    </Modal>
  )
}
