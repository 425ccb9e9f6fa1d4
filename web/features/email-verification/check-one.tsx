import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { showVerification, verifyEmail } from '#contract/email-verification.ts'
import { ApiError, call, errorMessage } from '#web/lib/api.ts'
import { keyOf } from '#web/lib/query-client.ts'
import { EmailEvidence } from '#web/ui/email-evidence.tsx'
import classes from './email-verification-page.module.css'

const fieldError = (error: unknown): string | undefined =>
  error instanceof ApiError
    ? (error.fields.email ?? errorMessage(error))
    : error
      ? errorMessage(error)
      : undefined

/** Checks one address now and shows everything that was found out. */
export function CheckOne() {
  const [email, setEmail] = useState('')
  const client = useQueryClient()
  const check = useMutation({
    mutationFn: (address: string) =>
      call(verifyEmail, { body: { email: address, fresh: false }, quiet: true }),
    onSuccess: ({ data }) => {
      client.setQueryData(keyOf(showVerification, { params: { email: data.email } }), { data })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() && !check.isPending) check.mutate(email.trim())
  }
  return (
    <section className={classes.card} aria-labelledby="check-one">
      <h2 id="check-one">One address</h2>
      <form className={classes.one} onSubmit={submit} noValidate>
        <TextInput
          aria-label="E-mail address"
          type="email"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          placeholder="info@acme.example"
          maxLength={320}
          value={email}
          error={fieldError(check.error)}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={check.isPending} disabled={email.trim() === ''}>
          Check
        </Button>
      </form>
      <div aria-live="polite">
        {check.isPending && (
          <p className={classes.quiet}>Asking the mail servers of the domain. This takes up to 40 seconds.</p>
        )}
        {check.data && !check.isPending && <EmailEvidence email={check.data.data.email} />}
        {check.isIdle && (
          <p className={classes.quiet}>
            Spelling, domain, mail servers and, where they answer, the mailbox itself. Free of charge; no mail
            is sent.
          </p>
        )}
      </div>
    </section>
  )
}
