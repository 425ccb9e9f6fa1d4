import { Button, Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CallInput, Reply } from '#contract/endpoint.ts'
import { MESSAGES } from '#contract/messages.ts'
import { API_SCOPE_WORDS, type ApiScope } from '#contract/scopes.ts'
import { createApiKey } from '#contract/sessions.ts'
import { call } from '#web/lib/api.ts'
import { useUser } from '#web/lib/session.ts'
import { KEY_LIVES, SCOPE_NAMES, scopesFor } from './api-key-labels.ts'
import classes from './api-keys.module.css'
import { CallForm } from './call-form.tsx'
import { type FieldErrors, schemaErrors, useFormCall } from './form-call.ts'
import { OwnPasswordInput } from './own-password-input.tsx'

type NewKey = CallInput<typeof createApiKey>['body']
export type MadeKey = Reply<typeof createApiKey>['data']

interface Draft {
  name: string
  scopes: ApiScope[]
  /** Days as the select writes them; empty is never. */
  days: string
  password: string
}

const EMPTY: Draft = { name: '', scopes: ['read'], days: '90', password: '' }

const bodyOf = (draft: Draft, asksPassword: boolean): NewKey => ({
  name: draft.name,
  scopes: draft.scopes,
  expires_in_days: draft.days ? Number(draft.days) : null,
  ...(asksPassword ? { password: draft.password } : {}),
})

function ScopeFields({
  value,
  error,
  onChange,
}: {
  value: ApiScope[]
  error?: string | undefined
  onChange: (scopes: ApiScope[]) => void
}) {
  const user = useUser()
  return (
    <Checkbox.Group
      label="What it may do"
      value={value}
      error={error}
      onChange={(scopes) => onChange(scopes as ApiScope[])}
    >
      <div className={classes.scopes}>
        {scopesFor(user.role).map((scope) => (
          <Checkbox
            key={scope}
            size="xs"
            value={scope}
            aria-invalid={error ? true : undefined}
            label={SCOPE_NAMES[scope]}
            description={API_SCOPE_WORDS[scope]}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function CreateForm({ onMade, onClose }: { onMade: (key: MadeKey) => void; onClose: () => void }) {
  const asks = useUser().has_password
  const [draft, setDraft] = useState(EMPTY)
  const form = useFormCall({
    send: (body: NewKey) => call(createApiKey, { body, quiet: true }),
    check: (body): FieldErrors => ({
      ...schemaErrors(createApiKey.body!, body),
      ...(asks && !body.password ? { password: MESSAGES.required } : {}),
    }),
    shows: ['name', 'scopes', 'expires_in_days', 'password'],
    onSuccess: ({ data }) => onMade(data),
  })
  const set = (change: Partial<Draft>) => {
    form.touch()
    setDraft({ ...draft, ...change })
  }
  return (
    <CallForm
      call={form}
      onSubmit={() => form.submit(bodyOf(draft, asks))}
      actions={
        <>
          <Button type="submit" loading={form.busy}>
            Create the key
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <TextInput
        label="Name"
        description="Where it will be used"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        maxLength={100}
        value={draft.name}
        error={form.fields.name}
        data-autofocus
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <ScopeFields value={draft.scopes} error={form.fields.scopes} onChange={(scopes) => set({ scopes })} />
      <NativeSelect
        label="Expires after"
        value={draft.days}
        error={form.fields.expires_in_days}
        data={KEY_LIVES.map(({ days, label }) => ({ value: days === null ? '' : String(days), label }))}
        onChange={(event) => set({ days: event.currentTarget.value })}
      />
      {asks && (
        <OwnPasswordInput
          value={draft.password}
          error={form.fields.password}
          onChange={(password) => set({ password })}
        />
      )}
    </CallForm>
  )
}

interface CreateKeyDialogProps {
  opened: boolean
  onMade: (key: MadeKey) => void
  onClose: () => void
}

/** Asks what a new key is for, what it may do and how long. */
export function CreateKeyDialog({ opened, onMade, onClose }: CreateKeyDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Create an API key" size={440}>
      <CreateForm onMade={onMade} onClose={onClose} />
    </Modal>
  )
}
