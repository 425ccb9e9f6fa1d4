import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, errorMessage } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { signIn } from '../../lib/session.ts'
import { checkLogin, type LoginErrors } from './login-check.ts'
import classes from './login-page.module.css'

const readForm = (form: HTMLFormElement) => {
  const data = new FormData(form)
  return { email: String(data.get('email') ?? '').trim(), password: String(data.get('password') ?? '') }
}

/** Sign-in by e-mail and password. Where it leads afterwards is the guard's business. */
export function LoginPage() {
  usePageTitle('Sign in')
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<LoginErrors>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  const focus = (field: string) => form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()

  const refuse = (found: LoginErrors) => {
    setErrors(found)
    focus(found.email ? 'email' : 'password')
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const input = readForm(event.currentTarget)
    const found = checkLogin(input)
    setFailure(undefined)
    if (Object.keys(found).length > 0) return refuse(found)
    setErrors({})
    setBusy(true)
    try {
      await signIn(input.email, input.password)
    } catch (error) {
      if (error instanceof ApiError && (error.fields.email || error.fields.password)) refuse(error.fields)
      else {
        setFailure(errorMessage(error))
        focus('password')
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <h1 className={classes.title}>Sign in</h1>
      <p className={classes.failure} role="alert">
        {failure}
      </p>
      <TextInput
        name="email"
        type="email"
        label="E-mail"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email}
        autoFocus
      />
      <PasswordInput
        name="password"
        label="Password"
        mt="sm"
        autoComplete="current-password"
        error={errors.password}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
      />
      <Button type="submit" fullWidth mt="lg" size="sm" loading={busy}>
        Sign in
      </Button>
    </form>
  )
}
