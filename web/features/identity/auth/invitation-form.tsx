import { Button } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { InvitationView } from '#contract/identity/auth.ts'
import type { SignedIn } from '#contract/identity/user.ts'
import { useBrand } from '../../../lib/branding.ts'
import { useContractForm } from '../../../lib/use-contract-form.ts'
import { NewPasswordFields } from '../../../ui/new-password-fields.tsx'
import classes from './auth.module.css'
import { joinProblems } from './auth-checks.ts'
import { authCalls } from './auth-endpoints.ts'
import { FailureLine } from './failure-line.tsx'
import { joinLabel } from './join-labels.ts'
import { NameFields } from './name-fields.tsx'
import { TermsCheckbox } from './terms-checkbox.tsx'

export type InvitationFacts = z.output<typeof InvitationView>

interface InvitationFormProps {
  token: string
  invitation: InvitationFacts
  onJoined: (reply: SignedIn) => Promise<void>
  /** The link was used, withdrawn or expired while the form was open. */
  onDead: () => void
}

/** Who invites to which account, and the fields to join. */
export function InvitationForm({ token, invitation, onJoined, onDead }: InvitationFormProps) {
  const { name: brand, terms, password_min_length: minPassword } = useBrand()
  const [names, setNames] = useState<string[]>([invitation.first_name, invitation.last_name])
  const form = useContractForm(authCalls.acceptInvitation, {
    initial: {
      first_name: invitation.first_name,
      last_name: invitation.last_name,
      password: '',
      password_confirmation: '',
      accept_terms: '',
    },
    // Shown instead: nothing: it signs in
    quiet: true,
    check: (values) => joinProblems(values, { minPassword, terms: terms !== null }),
    body: ({ first_name, last_name, password, password_confirmation, accept_terms }) => ({
      token,
      first_name,
      ...(last_name.trim() ? { last_name } : {}),
      password,
      password_confirmation,
      ...(accept_terms ? { accept_terms: Number(accept_terms) } : {}),
    }),
    place: ({ code }) => {
      if (code === 'invalid_code') onDead()
      return {}
    },
    onSuccess: onJoined,
  })
  const { props, errors, failure, busy } = form
  return (
    <form {...props}>
      <h1 className={classes.title}>{joinLabel(invitation, brand)}</h1>
      <p className={classes.lead}>
        {!invitation.is_first && (
          <>
            <strong>{invitation.invited_by}</strong> invited you.{' '}
          </>
        )}
        You’ll sign in as <strong>{invitation.email}</strong>.
      </p>
      <FailureLine failure={failure} />
      <input type="email" name="username" autoComplete="username" value={invitation.email} readOnly hidden />
      <NameFields
        errors={errors}
        firstName={invitation.first_name}
        lastName={invitation.last_name}
        onNames={setNames}
      />
      <NewPasswordFields
        form={form}
        mt="sm"
        label="Password"
        min={minPassword}
        personal={[...names, invitation.email]}
      />
      {terms && <TermsCheckbox terms={terms} error={errors.accept_terms} />}
      <Button type="submit" fullWidth mt="lg" size="sm" loading={busy}>
        {invitation.is_first ? 'Set password' : 'Join'}
      </Button>
    </form>
  )
}
