import { PasswordInput } from '@mantine/core'
import type { ReactNode } from 'react'

interface OwnPasswordInputProps {
  label?: string
  description?: ReactNode
  name?: string
  value: string
  onChange: (password: string) => void
  error?: ReactNode
  autoFocus?: boolean
}

/** Asks for the current password before anything a stolen session must not do. */
export function OwnPasswordInput({
  label = 'Your password',
  onChange,
  autoFocus,
  ...rest
}: OwnPasswordInputProps) {
  return (
    <PasswordInput
      {...rest}
      aria-invalid={rest.error ? true : undefined}
      label={label}
      autoComplete="current-password"
      maxLength={1000}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Show: ${label}` }}
      data-autofocus={autoFocus || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
