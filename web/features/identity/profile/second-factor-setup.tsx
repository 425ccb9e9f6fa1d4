import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { MESSAGES } from '#contract/core/messages.ts'
import { enableSecondFactor, startSecondFactor } from '#contract/identity/me.ts'
import { CODE_LABELS, isWholeCode } from '#web/lib/code-digits.ts'
import { wrongCode } from '#web/lib/form-errors.ts'
import { useUser } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { CodeInput } from '#web/ui/code-input.tsx'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { OwnPasswordInput } from '#web/ui/own-password-input.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Panel } from './panel.tsx'
import { inGroups } from './recovery-text.ts'

interface Secret {
  secret: string
  uri: string
}

function StartForm({ onStarted }: { onStarted: (secret: Secret) => void }) {
  const needsPassword = useUser().has_password
  const form = useContractForm(startSecondFactor, {
    initial: { password: '' },
    // Shown instead: the next step, and the recovery codes
    quiet: true,
    body: (values) => (needsPassword ? values : {}),
    check: ({ password }): Record<string, string> =>
      needsPassword && !password ? { password: MESSAGES.required } : {},
    onSuccess: ({ data }) => onStarted(data),
  })
  return (
    <ContractForm form={form} submitLabel="Set up">
      {needsPassword && <OwnPasswordInput {...form.field('password')} />}
    </ContractForm>
  )
}

interface ConfirmFormProps {
  onEnabled: (codes: string[]) => void
  onCancel: () => void
}

function ConfirmForm({ onEnabled, onCancel }: ConfirmFormProps) {
  const form = useContractForm(enableSecondFactor, {
    initial: { code: '' },
    quiet: true,
    check: ({ code }): Record<string, string> => (isWholeCode(code) ? {} : { code: CODE_LABELS }),
    place: wrongCode,
    onSuccess: ({ data }) => onEnabled(data.recovery_codes),
  })
  return (
    <ContractForm form={form} submitLabel="Turn on" onCancel={onCancel}>
      <CodeInput
        {...form.field('code')}
        label="Code from the app"
        readOnly={form.busy}
        autoFocus
        onComplete={(code) => form.submit({ code })}
      />
    </ContractForm>
  )
}

interface SecondFactorSetupProps {
  onEnabled: (codes: string[]) => void
  /** Takes the focus in place of the previous panel. */
  focus: boolean
}

/** Turns the second factor on: password, secret for the app, and a code from it. */
export function SecondFactorSetup({ onEnabled, focus }: SecondFactorSetupProps) {
  const [secret, setSecret] = useState<Secret | null>(null)
  const [cancelled, setCancelled] = useState(false)
  const cancel = () => {
    setCancelled(true)
    setSecret(null)
  }
  if (!secret) {
    return (
      <Panel title="Two-factor authentication is off" focus={focus || cancelled}>
        <p>
          Sign in with your password and a code from an authenticator app on your phone. A stolen password
          alone isn’t enough to get in.
        </p>
        <StartForm onStarted={setSecret} />
      </Panel>
    )
  }
  return (
    <Panel title="Connect your authenticator app">
      <Group align="stretch" gap="20px 24px">
        <QrCode text={secret.uri} label="QR code with the secret for your authenticator app" />
        <Stack gap="sm" flex="1 1 240px" miw={0}>
          <p>Scan the code with your app, or type in the secret. Then enter the 6-digit code it shows.</p>
          <CopyBox label="Secret" text={secret.secret}>
            {inGroups(secret.secret)}
          </CopyBox>
          <ConfirmForm onEnabled={onEnabled} onCancel={cancel} />
        </Stack>
      </Group>
    </Panel>
  )
}
