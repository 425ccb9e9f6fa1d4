import { Button, Group, Text } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import { useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { disableSecondFactor, renewRecoveryCodes, type secondFactor } from '#contract/identity/me.ts'
import { formatCount, formatDay, formatExact } from '#web/lib/format.ts'
import { Panel } from './panel.tsx'
import { ProofsDialog } from './proofs-dialog.tsx'
import page from './settings-page.module.css'

interface SecondFactorOnProps {
  state: Reply<typeof secondFactor>['data']
  onRenewed: (codes: string[]) => void
  onDisabled: () => unknown
  /** Takes the focus in place of the setup. */
  focus: boolean
}

/** From this many codes on there is no warning. */
const ENOUGH_CODES = 4

function RemainingCodes({ left }: { left: number }) {
  if (left >= ENOUGH_CODES) return <Text c="dimmed">{formatCount(left, 'recovery code')} left</Text>
  return (
    <p className={page.hint} data-tone="warning">
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
      {left === 0 ? 'No recovery codes left.' : `Only ${formatCount(left, 'recovery code')} left.`} Get new
      ones before you need them.
    </p>
  )
}

/** Active two-factor authentication: since when, remaining codes, new codes, and turning it off. */
export function SecondFactorOn({ state, onRenewed, onDisabled, focus }: SecondFactorOnProps) {
  const [dialog, setDialog] = useState<'renew' | 'disable' | null>(null)
  const close = () => setDialog(null)
  return (
    <Panel title="On" focus={focus}>
      <span className={page.hint} data-tone="success">
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
      </span>
      <p>You need a code from your authenticator app to sign in.</p>
      <RemainingCodes left={state.recovery_codes_left} />
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
