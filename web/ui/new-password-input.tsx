import { PasswordInput } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { passwordStrength } from '../lib/password-strength.ts'
import classes from './new-password-input.module.css'

interface NewPasswordInputProps {
  label?: string
  name?: string
  value: string
  onChange: (password: string) => void
  /** Minimum length. */
  min: number
  /** Public facts about the person to check against: name, email. */
  personal?: readonly string[]
  error?: ReactNode
  required?: boolean
  ref?: Ref<HTMLInputElement>
}

const STEPS = [1, 2, 3, 4] as const

/** A field for a new password that can be shown, with a strength meter. */
export function NewPasswordInput(props: NewPasswordInputProps) {
  const { label = 'New password', name = 'password', value, onChange, min, personal = [], ...rest } = props
  const { level, label: text, hint } = passwordStrength(value, { min, personal })
  const meter = (
    <span className={classes.meter} data-level={value ? level : undefined}>
      <span className={classes.bar} aria-hidden>
        {STEPS.map((step) => (
          <span key={step} data-on={(value !== '' && step <= level) || undefined} />
        ))}
      </span>
      <span aria-live="polite">
        {value ? [text, hint].filter(Boolean).join('. ') : `At least ${min} characters`}
      </span>
    </span>
  )
  return (
    <PasswordInput
      {...rest}
      aria-invalid={rest.error ? true : undefined}
      label={label}
      name={name}
      value={value}
      maxLength={1000}
      autoComplete="new-password"
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Show: ${label}` }}
      description={meter}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
