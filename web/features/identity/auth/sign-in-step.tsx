import { Button, TextInput, UnstyledButton } from '@mantine/core'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState } from 'react'
import { usePageTitle } from '../../../lib/page-title.ts'
import { useContractForm } from '../../../lib/use-contract-form.ts'
import classes from './auth.module.css'
import { emailProblem } from './auth-checks.ts'
import { authCalls } from './auth-endpoints.ts'
import { ConfirmEmail } from './confirm-email.tsx'
import { FailureLine } from './failure-line.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'
import type { Step } from './sign-in-flow.ts'
import type { SignIn } from './use-sign-in.ts'

type StepOf<Name extends Step['name']> = Extract<Step, { name: Name }>
interface StepProps<Name extends Step['name']> {
  step: StepOf<Name>
  signIn: SignIn
}

function Back({ signIn }: { signIn: SignIn }) {
  return (
    <p className={classes.foot}>
      <button type="button" className={classes.link} onClick={signIn.back}>
        Back to sign-in
      </button>
    </p>
  )
}

function BrandStep({ step, signIn }: StepProps<'brand'>) {
  usePageTitle('Choose where to sign in')
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const choose = async (realmId: number) => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await signIn.attempt({ ...step.attempt, realm_id: realmId })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <h1 className={classes.title}>Where do you want to sign in?</h1>
      <p className={classes.lead}>You have an account in each of these.</p>
      <FailureLine failure={failure} />
      <ul className={classes.choices}>
        {step.brands.map(({ realm_id, name }, index) => (
          <li key={realm_id}>
            <UnstyledButton
              className={`hoverable ${classes.choice}`}
              onClick={() => void choose(realm_id)}
              aria-disabled={busy}
              autoFocus={index === 0}
            >
              <span>{name}</span>
              <IconChevronRight size={16} stroke={1.6} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Back signIn={signIn} />
    </>
  )
}

const VENDORS = { google: 'Google', facebook: 'Facebook' } as const

function EmailStep({ step, signIn }: StepProps<'email'>) {
  usePageTitle('Your email address')
  const { props, errors, failure, busy } = useContractForm(authCalls.social, {
    initial: { email: '' },
    check: ({ email }) => emailProblem(email),
    send: ({ email }) => signIn.attempt({ ...step.attempt, email: email.trim() }),
  })
  return (
    <form {...props}>
      <h1 className={classes.title}>Your email address</h1>
      <p className={classes.lead}>
        {VENDORS[step.attempt.provider]} didn’t share your email address. Enter it and we’ll send you a code.
      </p>
      <FailureLine failure={failure} />
      <TextInput
        name="email"
        type="email"
        label="Email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email}
        autoFocus
      />
      <Button type="submit" fullWidth mt="lg" size="sm" loading={busy}>
        Continue
      </Button>
      <Back signIn={signIn} />
    </form>
  )
}

/** The current step of a sign-in. */
export function SignInStep({ step, signIn }: { step: Step; signIn: SignIn }) {
  const [sentAt] = useState(() => Date.now())
  switch (step.name) {
    case 'second-factor':
      return <SecondFactorStep challenge={step.challenge} onBack={signIn.back} />
    case 'brand':
      return <BrandStep step={step} signIn={signIn} />
    case 'email':
      return <EmailStep step={step} signIn={signIn} />
    case 'confirm':
      return (
        <ConfirmEmail
          {...step}
          key={step.registration}
          sentAt={sentAt}
          signIn={signIn}
          onRestart={signIn.back}
        />
      )
  }
}
