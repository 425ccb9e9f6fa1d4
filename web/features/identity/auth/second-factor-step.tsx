import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MESSAGES } from '#contract/core/messages.ts'
import { CODE_LABELS, isWholeCode } from '../../../lib/code-digits.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { useContractForm } from '../../../lib/use-contract-form.ts'
import { CodeInput } from '../../../ui/code-input.tsx'
import classes from './auth.module.css'
import { authCalls } from './auth-endpoints.ts'
import { FailureLine } from './failure-line.tsx'
import { enter } from './use-sign-in.ts'

type Kind = 'app' | 'recovery'

const KIND_LABELS: Record<Kind, { lead: string; switchTo: string; wrong: string }> = {
  app: {
    lead: 'Enter the code from your authenticator app.',
    switchTo: 'Use a recovery code',
    wrong: 'This code is wrong or was already used. Try the next one, or go back and sign in again.',
  },
  recovery: {
    lead: 'Enter one of your recovery codes. Each works once.',
    switchTo: 'Use the authenticator app',
    wrong: 'This code is wrong or was already used. Try another one, or go back and sign in again.',
  },
}

function findProblem(kind: Kind, code: string): string | undefined {
  if (!code.trim()) return MESSAGES.required
  if (kind === 'app' && !isWholeCode(code)) return CODE_LABELS
  return code.trim().length < 6 ? MESSAGES.minLength(6) : undefined
}

function FactorForm({ kind, challenge }: { kind: Kind; challenge: string }) {
  const form = useContractForm(authCalls.secondFactor, {
    initial: { code: '' },
    // Shown instead: nothing: it signs in
    quiet: true,
    check: ({ code }): Record<string, string> => {
      const problem = findProblem(kind, code)
      return problem ? { code: problem } : {}
    },
    body: ({ code }) => ({ challenge, code: code.trim() }),
    onSuccess: enter,
    place: (error): Record<string, string> =>
      error.code === 'invalid_code' ? { code: KIND_LABELS[kind].wrong } : {},
  })
  return (
    <form {...form.props}>
      <FailureLine failure={form.failure} />
      {kind === 'app' ? (
        <CodeInput
          {...form.field('code')}
          onComplete={(code) => form.submit({ code })}
          readOnly={form.busy}
          autoFocus
        />
      ) : (
        <TextInput
          {...form.field('code')}
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          styles={{ input: { fontFamily: 'var(--app-mono)' } }}
          autoFocus
        />
      )}
      <Button type="submit" fullWidth mt="lg" size="sm" loading={form.busy}>
        Sign in
      </Button>
    </form>
  )
}

/** Two-factor authentication: a code of the authenticator app, or a recovery code. */
export function SecondFactorStep({ challenge, onBack }: { challenge: string; onBack: () => void }) {
  usePageTitle('Two-factor authentication')
  const [kind, setKind] = useState<Kind>('app')
  return (
    <>
      <h1 className={classes.title}>Two-factor authentication</h1>
      <p className={classes.lead}>{KIND_LABELS[kind].lead}</p>
      <FactorForm key={kind} kind={kind} challenge={challenge} />
      <div className={classes.ways}>
        <button
          type="button"
          className={classes.link}
          onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}
        >
          {KIND_LABELS[kind].switchTo}
        </button>
        <button type="button" className={classes.link} onClick={onBack}>
          Back to sign-in
        </button>
      </div>
    </>
  )
}
