import { Button } from '@mantine/core'
import { useState } from 'react'
import { beginSecondFactor, enableSecondFactor } from '#contract/me.ts'
import { MESSAGES } from '#contract/messages.ts'
import { call } from '#web/lib/api.ts'
import { CODE_WORDS, isWholeCode } from '#web/lib/code-digits.ts'
import { useUser } from '#web/lib/session.ts'
import { CodeInput } from '#web/ui/code-input.tsx'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { CallForm } from './call-form.tsx'
import { type FieldErrors, useFormCall } from './form-call.ts'
import { OwnPasswordInput } from './own-password-input.tsx'
import { Panel } from './panel.tsx'
import { inGroups } from './recovery-text.ts'
import classes from './second-factor.module.css'

interface Secret {
  secret: string
  uri: string
}

function BeginForm({ onBegun }: { onBegun: (secret: Secret) => void }) {
  const asks = useUser().has_password
  const [password, setPassword] = useState('')
  const form = useFormCall({
    send: () => call(beginSecondFactor, { body: asks ? { password } : {}, quiet: true }),
    check: (): FieldErrors => (asks && !password ? { password: MESSAGES.required } : {}),
    shows: ['password'],
    onSuccess: ({ data }) => onBegun(data),
  })
  return (
    <CallForm
      call={form}
      onSubmit={() => form.submit(undefined)}
      actions={
        <Button type="submit" loading={form.busy}>
          Begin
        </Button>
      }
    >
      {asks && (
        <OwnPasswordInput
          value={password}
          error={form.fields.password}
          onChange={(next) => {
            form.touch()
            setPassword(next)
          }}
        />
      )}
    </CallForm>
  )
}

function ConfirmForm({
  onEnabled,
  onCancel,
}: {
  onEnabled: (codes: string[]) => void
  onCancel: () => void
}) {
  const [code, setCode] = useState('')
  const form = useFormCall({
    send: (digits: string) => call(enableSecondFactor, { body: { code: digits }, quiet: true }),
    check: (digits): FieldErrors => (isWholeCode(digits) ? {} : { code: CODE_WORDS }),
    shows: ['code'],
    onSuccess: ({ data }) => onEnabled(data.recovery_codes),
  })
  return (
    <CallForm
      call={form}
      onSubmit={() => form.submit(code)}
      actions={
        <>
          <Button type="submit" loading={form.busy}>
            Switch on
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <CodeInput
        label="Code of the app"
        value={code}
        error={form.fields.code}
        readOnly={form.busy}
        autoFocus
        onChange={(digits) => {
          form.touch()
          setCode(digits)
        }}
        onComplete={form.submit}
      />
    </CallForm>
  )
}

interface SecondFactorSetupProps {
  onEnabled: (codes: string[]) => void
  /** It stands where something was done. */
  focus: boolean
}

/** Switches the second factor on: the password, then the secret for the app, then a code of it. */
export function SecondFactorSetup({ onEnabled, focus }: SecondFactorSetupProps) {
  const [secret, setSecret] = useState<Secret | null>(null)
  const [cancelled, setCancelled] = useState(false)
  const cancel = () => {
    setCancelled(true)
    setSecret(null)
  }
  if (!secret) {
    return (
      <Panel title="It is off" focus={focus || cancelled}>
        <p>
          With a second factor, signing in also asks for a code that an authenticator app on your phone makes
          anew every half minute. A stolen password alone then lets nobody in.
        </p>
        <BeginForm onBegun={setSecret} />
      </Panel>
    )
  }
  return (
    <Panel title="Connect your authenticator app">
      <div className={classes.scan}>
        <QrCode text={secret.uri} label="QR code with the secret for your authenticator app" />
        <div className={classes.byHand}>
          <p>
            Scan the code with the app. Where you cannot scan, type the secret into it. Then enter the six
            digits that it shows.
          </p>
          <CopyBox label="Secret" text={secret.secret}>
            {inGroups(secret.secret)}
          </CopyBox>
          <ConfirmForm onEnabled={onEnabled} onCancel={cancel} />
        </div>
      </div>
    </Panel>
  )
}
