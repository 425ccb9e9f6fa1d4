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
import type { KeptReset } from './kept-keys.ts'
import { ResendLine } from './resend-line.tsx'

interface ResetCodeStepProps {
  kept: Extract<KeptReset, { step: 'code' }>
  onKept: (reset: KeptReset) => void
  onRestart: () => void
}

/** Second step: the mailed code. */
export function ResetCodeStep({ kept, onKept, onRestart }: ResetCodeStepProps) {
  const form = useContractForm(authCalls.checkResetCode, {
    initial: { code: '' },
    quiet: true,
    check: ({ code }): Record<string, string> => {
      if (!code) return { code: MESSAGES.required }
      return isWholeCode(code) ? {} : { code: CODE_LABELS }
    },
    body: ({ code }) => ({ request: kept.request, code }),
    onSuccess: ({ data }) => onKept({ step: 'password', email: kept.email, token: data.token }),
    place: wrongCode,
  })
  const resend = async () => {
    onKept(await requestReset(kept.email))
    form.set({ code: '' })
  }
  return (
    <form {...form.props}>
      <h1 className={classes.title}>Enter the code</h1>
      <p className={classes.lead}>
        If <strong>{kept.email}</strong> has an account here, we’ve sent it a 6-digit code.
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
      <ResendLine sentAt={kept.sent_at} onResend={resend} onFailure={form.fail} />
      <p className={classes.foot}>
        Wrong address?{' '}
        <button type="button" className={classes.link} onClick={onRestart}>
          Start again
        </button>
      </p>
    </form>
  )
}
