import { Button } from '@mantine/core'
import { useState } from 'react'
import { MESSAGES } from '#contract/messages.ts'
import { call } from '../../lib/api.ts'
import { CODE_WORDS, isWholeCode } from '../../lib/code-digits.ts'
import { CodeInput } from '../../ui/code-input.tsx'
import classes from './auth.module.css'
import { type Problems, wrongCode } from './auth-checks.ts'
import { authCalls } from './auth-endpoints.ts'
import { FailureLine } from './failure-line.tsx'
import { requestReset } from './forgot-email-step.tsx'
import type { KeptReset } from './kept-keys.ts'
import { ResendLine } from './resend-line.tsx'
import { useAuthForm } from './use-auth-form.ts'

interface ResetCodeStepProps {
  kept: Extract<KeptReset, { step: 'code' }>
  onKept: (reset: KeptReset) => void
  onRestart: () => void
}

/** The second step: the code of the mail. */
export function ResetCodeStep({ kept, onKept, onRestart }: ResetCodeStepProps) {
  const [code, setCode] = useState('')
  const { props, errors, failure, busy, submit, fail } = useAuthForm({
    check: (values): Problems => {
      if (!values.code) return { code: MESSAGES.required }
      return isWholeCode(values.code) ? {} : { code: CODE_WORDS }
    },
    send: async (values) => {
      const body = { request: kept.request, code: values.code ?? '' }
      const { data } = await call(authCalls.checkResetCode, { body, quiet: true })
      onKept({ step: 'password', email: kept.email, token: data.token })
    },
    place: wrongCode,
  })
  const resend = async () => {
    onKept(await requestReset(kept.email))
    setCode('')
  }
  return (
    <form {...props}>
      <h1 className={classes.title}>Enter the code</h1>
      <p className={classes.lead}>
        If <strong>{kept.email}</strong> has an account here, a code with 6 digits is on its way to it.
      </p>
      <FailureLine failure={failure} />
      <CodeInput
        value={code}
        onChange={setCode}
        onComplete={(digits) => submit({ code: digits })}
        error={errors.code}
        readOnly={busy}
        autoFocus
      />
      <Button type="submit" fullWidth mt="lg" size="sm" loading={busy}>
        Continue
      </Button>
      <ResendLine sentAt={kept.sent_at} onResend={resend} onFailure={fail} />
      <p className={classes.foot}>
        Wrong address?{' '}
        <button type="button" className={classes.link} onClick={onRestart}>
          Start again
        </button>
      </p>
    </form>
  )
}
