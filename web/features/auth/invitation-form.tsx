import { Button } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { InvitationView } from '#contract/auth.ts'
import type { SignedIn } from '#contract/user.ts'
import { ApiError, call } from '../../lib/api.ts'
import { useBrand } from '../../lib/branding.ts'
import { NewPasswordInput } from '../../ui/new-password-input.tsx'
import classes from './auth.module.css'
import { joinProblems } from './auth-checks.ts'
import { authCalls } from './auth-endpoints.ts'
import { FailureLine } from './failure-line.tsx'
import { NameFields } from './name-fields.tsx'
import { TermsCheckbox } from './terms-checkbox.tsx'
import { useAuthForm } from './use-auth-form.ts'

export type InvitationFacts = z.output<typeof InvitationView>

interface InvitationFormProps {
  token: string
  invitation: InvitationFacts
  onJoined: (reply: SignedIn) => Promise<void>
  /** The link was used, taken back or grew too old while the form was open. */
  onDead: () => void
}

/** Who invites into what, and what is needed to join. */
export function InvitationForm({ token, invitation, onJoined, onDead }: InvitationFormProps) {
  const { terms, password_min_length: minPassword } = useBrand()
  const [names, setNames] = useState<string[]>([invitation.first_name])
  const [password, setPassword] = useState('')
  const { props, errors, failure, busy } = useAuthForm({
    check: (values) => joinProblems(values, { minPassword, terms: terms !== null }),
    send: async ({ first_name = '', last_name = '', password: chosen = '', accept_terms }) => {
      const body = {
        token,
        first_name,
        ...(last_name.trim() ? { last_name } : {}),
        password: chosen,
        ...(accept_terms ? { accept_terms: Number(accept_terms) } : {}),
      }
      let reply: SignedIn
      try {
        reply = await call(authCalls.acceptInvitation, { body, quiet: true })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'invalid_code') return onDead()
        throw error
      }
      await onJoined(reply)
    },
  })
  return (
    <form {...props}>
      <h1 className={classes.title}>Join {invitation.account_name}</h1>
      <p className={classes.lead}>
        <strong>{invitation.invited_by}</strong> invites you. You will sign in as{' '}
        <strong>{invitation.email}</strong>.
      </p>
      <FailureLine failure={failure} />
      <input type="email" name="username" autoComplete="username" value={invitation.email} readOnly hidden />
      <NameFields errors={errors} firstName={invitation.first_name} onNames={setNames} />
      <div className={classes.next}>
        <NewPasswordInput
          label="Password"
          value={password}
          onChange={setPassword}
          min={minPassword}
          known={[...names, invitation.email]}
          error={errors.password}
        />
      </div>
      {terms && <TermsCheckbox terms={terms} error={errors.accept_terms} />}
      <Button type="submit" fullWidth mt="lg" size="sm" loading={busy}>
        Join
      </Button>
    </form>
  )
}
