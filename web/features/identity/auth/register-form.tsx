import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { browserZone } from '#web/lib/format.ts'
import { call } from '../../../lib/api.ts'
import { useBrand } from '../../../lib/branding.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { readTabValue, writeTabValue } from '../../../lib/tab-storage.ts'
import { useContractForm } from '../../../lib/use-contract-form.ts'
import { NewPasswordFields } from '../../../ui/new-password-fields.tsx'
import classes from './auth.module.css'
import { registerProblems } from './auth-checks.ts'
import { authCalls } from './auth-endpoints.ts'
import { FailureLine } from './failure-line.tsx'
import { NameFields } from './name-fields.tsx'
import { PENDING_EMAIL, type PendingRegistration } from './pending-keys.ts'
import { SocialButtons } from './social-buttons.tsx'
import { TermsCheckbox } from './terms-checkbox.tsx'
import { useReturn } from './use-return.ts'
import type { SignIn } from './use-sign-in.ts'

const EMPTY = {
  first_name: '',
  last_name: '',
  company: '',
  email: '',
  password: '',
  password_confirmation: '',
  accept_terms: '',
}

/** Registers and returns what to keep until the code arrives. @throws ApiError */
async function register(values: typeof EMPTY, packageId: number | null): Promise<PendingRegistration> {
  const { first_name, last_name, company, password, password_confirmation, accept_terms } = values
  const email = values.email.trim().toLowerCase()
  const timeZone = browserZone()
  const body = {
    first_name,
    ...(last_name.trim() ? { last_name } : {}),
    ...(company.trim() ? { company } : {}),
    email,
    password,
    password_confirmation,
    ...(timeZone ? { time_zone: timeZone } : {}),
    ...(accept_terms ? { accept_terms: Number(accept_terms) } : {}),
    ...(packageId === null ? {} : { package_id: packageId }),
  }
  // Shown instead: the next step of the form
  const { data } = await call(authCalls.register, { body, quiet: true })
  return {
    email,
    registration: data.registration,
    sent_at: Date.now(),
    expires_at: Date.parse(data.expires_at),
  }
}

interface RegisterFormProps {
  signIn: SignIn
  /** The free package chosen on its page. */
  packageId: number | null
  onPending: (registration: PendingRegistration) => void
}

/** First step of registering: name, email and password. */
export function RegisterForm({ signIn, packageId, onPending }: RegisterFormProps) {
  usePageTitle('Register')
  const { terms, password_min_length: minPassword } = useBrand()
  const search = useReturn()
  const [names, setNames] = useState<string[]>([])
  const form = useContractForm(authCalls.register, {
    initial: { ...EMPTY, email: readTabValue<string>(PENDING_EMAIL) ?? '' },
    check: (values) => registerProblems(values, { minPassword, terms: terms !== null }),
    send: (values) => register(values, packageId),
    onSuccess: onPending,
  })
  const { props, errors, failure, busy, fail, values } = form
  return (
    <>
      <form {...props}>
        <h1 className={classes.title}>Register</h1>
        <FailureLine failure={failure} />
        <NameFields errors={errors} onNames={setNames} />
        <TextInput
          name="company"
          label="Company (optional)"
          mt="sm"
          autoComplete="organization"
          maxLength={200}
          error={errors.company}
        />
        <TextInput
          type="email"
          label="Email"
          mt="sm"
          mb="sm"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
          onInput={(event) => writeTabValue(PENDING_EMAIL, event.currentTarget.value.trim())}
        />
        <NewPasswordFields
          form={form}
          mt="sm"
          label="Password"
          min={minPassword}
          personal={[...names, values.email]}
        />
        {terms && <TermsCheckbox terms={terms} error={errors.accept_terms} />}
        <Button type="submit" fullWidth mt="lg" size="sm" loading={busy}>
          Register
        </Button>
      </form>
      {/* Vendors’ sign-in opens an account on the site’s own package. */}
      {packageId === null && <SocialButtons signIn={signIn} onFailure={fail} />}
      <p className={classes.foot}>
        Already registered?{' '}
        <Link to="/login" search={search} className={classes.link}>
          Sign in
        </Link>
      </p>
    </>
  )
}
