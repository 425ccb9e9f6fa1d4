import { Button } from '@mantine/core'
import { MESSAGES } from '#contract/core/messages.ts'
import { CODE_LABELS, isWholeCode } from '../../../lib/code-digits.ts'
import { wrongCode } from '../../../lib/form-errors.ts'
import { useContractForm } from '../../../lib/use-contract-form.ts'
import { CodeInput } from '../../../ui/code-input.tsx'
import classes from './auth.module.css'
import { authCalls } from './auth-endpoints.ts'
import { FailureLine } from './failure-line.tsx'
import { requestReset } from './forgot-email-step.tsx'
import type { PendingReset } from './pending-keys.ts'
import { ResendLine } from './resend-line.tsx'

interface ResetCodeStepProps {
  reset: Extract<PendingReset, { step: 'code' }>
  onNext: (reset: PendingReset) => void
  onRestart: () => void
}

/** Second step: the mailed code. */
export function ResetCodeStep({ reset, onNext, onRestart }: ResetCodeStepProps) {
  const form = useContractForm(authCalls.checkResetCode, {
    initial: { code: '' },
    quiet: true,
    check: ({ code }): Record<string, string> => {
      if (!code) return { code: MESSAGES.required }
      return isWholeCode(code) ? {} : { code: CODE_LABELS }
    },
    body: ({ code }) => ({ request: reset.request, code }),
    onSuccess: ({ data }) => onNext({ step: 'password', email: reset.email, token: data.token }),
    place: wrongCode,
  })
  const resend = async () => {
    onNext(await requestReset(reset.email))
    form.set({ code: '' })
  }
  return (
    <form {...form.props}>
      <h1 className={classes.title}>Enter the code</h1>
      <p className={classes.lead}>
        If <strong>{reset.email}</strong> has an account here, we’ve sent it a 6-digit code.
      </p>
      <FailureLine failure={form.failure} />
      <CodeInput
        {...form.field('code')}
        onComplete={(code) => form.submit({ code })}
        readOnly={form.busy}
        autoFocus
      />
      <Button type="submit" fullWidth mt="lg" size="sm" loading={form.busy}>
        Continue
      </Button>
      <ResendLine sentAt={reset.sent_at} onResend={resend} onFailure={form.fail} />
      <p className={classes.foot}>
        Wrong address?{' '}
        <button type="button" className={classes.link} onClick={onRestart}>
          Start again
        </button>
      </p>
    </form>
  )
}
