import { Modal, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import type { disableSecondFactor, renewRecoveryCodes } from '#contract/identity/me.ts'
import { wrongCode } from '#web/lib/form-errors.ts'
import { useUser } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { OwnPasswordInput } from '#web/ui/own-password-input.tsx'

/** Proofs for changing the second factor: a password, if the person has one, and a code. */
type ProvenEndpoint = typeof renewRecoveryCodes | typeof disableSecondFactor

interface ProofsDialogProps<E extends ProvenEndpoint> {
  endpoint: E
  opened: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  danger?: boolean
  /** The result is shown elsewhere than in a toast. */
  quiet?: boolean
  onDone: (reply: Reply<E>) => unknown
  onClose: () => void
}

function ProofsForm<E extends ProvenEndpoint>(props: ProofsDialogProps<E>) {
  const { endpoint, children, confirmLabel, danger = false, quiet = false, onDone, onClose } = props
  const needsPassword = useUser().has_password
  const form = useContractForm<ProvenEndpoint, { password: string; code: string }>(endpoint, {
    initial: { password: '', code: '' },
    quiet,
    body: ({ password, code }) => ({ code: code.trim(), ...(needsPassword ? { password } : {}) }),
    check: ({ password }): Record<string, string> =>
      needsPassword && !password ? { password: MESSAGES.required } : {},
    place: wrongCode,
    onSuccess: (reply) => onDone(reply as Reply<E>),
  })
  return (
    <ContractForm form={form} submitLabel={confirmLabel} danger={danger} onCancel={onClose}>
      <Text c="dimmed">{children}</Text>
      {needsPassword && <OwnPasswordInput {...form.field('password')} autoFocus />}
      <TextInput
        {...form.field('code')}
        label="Code"
        description="From the app, or a recovery code"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
        data-autofocus={!needsPassword || undefined}
      />
    </ContractForm>
  )
}

/** Asks for password and code before a change of the second factor. */
export function ProofsDialog<E extends ProvenEndpoint>(props: ProofsDialogProps<E>) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size={400}>
      <ProofsForm {...props} />
    </Modal>
  )
}
