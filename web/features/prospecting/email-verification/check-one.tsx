import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showVerification, verifyEmail } from '#contract/prospecting/email-verification.ts'
import { errorMessage } from '#web/lib/api.ts'
import { keyOf } from '#web/lib/query-client.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { EmailEvidence } from '#web/ui/email-evidence.tsx'
import classes from './email-verification-page.module.css'

/** Verifies one address now and shows the evidence. */
export function CheckOne() {
  const client = useQueryClient()
  const [checked, setChecked] = useState<string>()
  const form = useContractForm(verifyEmail, {
    initial: { email: '' },
    body: ({ email }) => ({ email: email.trim(), fresh: false }),
    onSuccess: ({ data }) => {
      client.setQueryData(keyOf(showVerification, { params: { email: data.email } }), { data })
      setChecked(data.email)
    },
  })
  const { busy, failure, values, errors } = form
  const wrong = errors.email ?? (failure === undefined ? undefined : errorMessage(failure))
  return (
    <Stack
      component="section"
      gap="sm"
      miw={0}
      p="md"
      bd="var(--app-line)"
      bdrs="md"
      bg="var(--app-body)"
      aria-labelledby="check-one"
    >
      <h2 id="check-one">Single address</h2>
      <form {...form.props} className={classes.one}>
        <TextInput
          {...form.field('email')}
          aria-label="Email address"
          type="email"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          placeholder="info@acme.example"
          maxLength={320}
          error={wrong}
        />
        <Button type="submit" size="sm" loading={busy} disabled={values.email.trim() === ''}>
          Check
        </Button>
      </form>
      <div aria-live="polite">
        {busy && (
          <Text c="dimmed">Checking with the domain’s mail servers. This can take up to 40 seconds.</Text>
        )}
        {checked && !busy && !wrong && <EmailEvidence email={checked} />}
        {!checked && !busy && !wrong && (
          <Text c="dimmed">
            Checks spelling, domain, mail servers and, where possible, the mailbox. Free, and no email is
            sent.
          </Text>
        )}
      </div>
    </Stack>
  )
}
