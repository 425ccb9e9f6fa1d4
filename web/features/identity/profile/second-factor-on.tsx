import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { disableSecondFactor, renewRecoveryCodes, type secondFactor } from '#contract/identity/me.ts'
import { wrongCode } from '#web/lib/form-errors.ts'
import { formatCount, formatDay, formatExact } from '#web/lib/format.ts'
import { useUser } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { OwnPasswordInput } from '#web/ui/own-password-input.tsx'
import { Panel } from './panel.tsx'

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
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
        data-autofocus={!needsPassword || undefined}
      />
    </ContractForm>
  )
}

/** Asks for password and code before a change of the second factor. */
function ProofsDialog<E extends ProvenEndpoint>(props: ProofsDialogProps<E>) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size={400}>
      <ProofsForm {...props} />
    </Modal>
  )
}

interface SecondFactorOnProps {
  state: Reply<typeof secondFactor>['data']
  onRenewed: (codes: string[]) => void
  onDisabled: () => unknown
  /** Takes the focus in place of the setup. */
  focus: boolean
}

/** From this many codes on there is no warning. */
const ENOUGH_CODES = 4

function RemainingCodes({ remaining }: { remaining: number }) {
  if (remaining >= ENOUGH_CODES) return <Text c="dimmed">{formatCount(remaining, 'recovery code')} left</Text>
  return (
    <Group component="p" display="inline-flex" wrap="nowrap" gap={6} c="var(--app-warning)">
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
      {remaining === 0 ? 'No recovery codes left.' : `Only ${formatCount(remaining, 'recovery code')} left.`}{' '}
      Get new ones before you need them.
    </Group>
  )
}

/** Active two-factor authentication: since when, remaining codes, new codes, and turning it off. */
export function SecondFactorOn({ state, onRenewed, onDisabled, focus }: SecondFactorOnProps) {
  const [dialog, setDialog] = useState<'renew' | 'disable' | null>(null)
  const close = () => setDialog(null)
  return (
    <Panel title="On" focus={focus}>
      <Group component="span" display="inline-flex" wrap="nowrap" gap={6} c="var(--app-success)">
        <IconShieldCheck size={16} stroke={1.75} aria-hidden />
        {state.enabled_at ? (
          <span>
            Since{' '}
            <time dateTime={state.enabled_at} title={formatExact(state.enabled_at)}>
              {formatDay(state.enabled_at)}
            </time>
          </span>
        ) : (
          'On'
        )}
      </Group>
      <p>You need a code from your authenticator app to sign in.</p>
      <RemainingCodes remaining={state.recovery_codes_left} />
      <Group gap="8px 12px">
        <Button variant="default" onClick={() => setDialog('renew')}>
          Get new recovery codes
        </Button>
        <Button variant="light" color="red" onClick={() => setDialog('disable')}>
          Turn off
        </Button>
      </Group>
      <ProofsDialog
        opened={dialog === 'renew'}
        title="New recovery codes"
        confirmLabel="Get new codes"
        endpoint={renewRecoveryCodes}
        // Shown instead: the dialog that shows new recovery codes
        quiet
        onDone={({ data }) => {
          close()
          onRenewed(data.recovery_codes)
        }}
        onClose={close}
      >
        The codes you have stop working.
      </ProofsDialog>
      <ProofsDialog
        opened={dialog === 'disable'}
        title="Turn off two-factor authentication"
        confirmLabel="Turn off"
        danger
        endpoint={disableSecondFactor}
        onDone={() => {
          close()
          return onDisabled()
        }}
        onClose={close}
      >
        You’ll sign in with your password alone.
      </ProofsDialog>
    </Panel>
  )
}
