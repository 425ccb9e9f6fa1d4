import { Checkbox, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import type { Reply } from '#contract/core/endpoint.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { API_SCOPE_LABELS, type ApiScope } from '#contract/core/scopes.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import { useUser } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { OwnPasswordInput } from '#web/ui/own-password-input.tsx'
import { KEY_LIVES, SCOPE_NAMES, scopesFor } from './api-key-labels.ts'

export type NewApiKey = Reply<typeof createApiKey>['data']

/** `expires_in_days` as a select value; empty is never. */
const EMPTY = {
  name: '',
  scopes: ['read'] as ApiScope[],
  expires_in_days: '90',
  daily_credits: 1000 as number | string,
  calls_per_minute: '' as number | string,
  password: '',
}

interface CreateFormProps {
  onCreated: (key: NewApiKey) => void
  onClose: () => void
}

function CreateForm({ onCreated, onClose }: CreateFormProps) {
  const { has_password: needsPassword, role } = useUser()
  const form = useContractForm(createApiKey, {
    initial: EMPTY,
    // Shown instead: the dialog that shows the key
    quiet: true,
    body: ({ expires_in_days, daily_credits, calls_per_minute, password, ...rest }) => ({
      ...rest,
      expires_in_days: expires_in_days ? Number(expires_in_days) : null,
      daily_credits: daily_credits === '' || !rest.scopes.includes('spend') ? null : Number(daily_credits),
      calls_per_minute: calls_per_minute === '' ? null : Number(calls_per_minute),
      ...(needsPassword ? { password } : {}),
    }),
    check: ({ password }): Record<string, string> =>
      needsPassword && !password ? { password: MESSAGES.required } : {},
    onSuccess: ({ data }) => onCreated(data),
  })
  return (
    <ContractForm form={form} submitLabel="Create key" onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label="Name"
        description="Where it will be used"
        autoComplete="off"
        maxLength={100}
        data-autofocus
      />
      <Checkbox.Group {...form.field('scopes')} label="Access">
        <Stack gap="xs" my={4}>
          {scopesFor(role).map((scope) => (
            <Checkbox
              key={scope}
              size="xs"
              value={scope}
              aria-invalid={form.errors.scopes ? true : undefined}
              label={SCOPE_NAMES[scope]}
              description={API_SCOPE_LABELS[scope]}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {form.values.scopes.includes('spend') && (
        <NumberInput
          {...form.field('daily_credits')}
          label="Credits per day"
          description="AI agents can spend only with a limit. Leave empty for no limit"
          placeholder="No limit"
          min={0}
          max={1_000_000}
          clampBehavior="strict"
          allowNegative={false}
          thousandSeparator=","
        />
      )}
      <NumberInput
        {...form.field('calls_per_minute')}
        label="Calls a minute"
        placeholder="As many as the package allows"
        min={1}
        max={100_000}
        clampBehavior="strict"
        allowNegative={false}
        thousandSeparator=","
      />
      <NativeSelect
        {...form.field('expires_in_days')}
        label="Expires after"
        data={KEY_LIVES.map(({ days, label }) => ({ value: days === null ? '' : String(days), label }))}
      />
      {needsPassword && <OwnPasswordInput {...form.field('password')} />}
    </ContractForm>
  )
}

/** Creates a key: purpose, scopes and lifetime. */
export const CreateKeyDialog = formDialog('Create an API key', 440, CreateForm)
