import { PasswordInput } from '@mantine/core'
import type { FieldErrors } from '../lib/form-errors.ts'
import { NewPasswordInput } from './new-password-input.tsx'

interface NewPasswordFieldsProps {
  form: {
    // biome-ignore lint/suspicious/noExplicitAny: works with any form type
    field: (name: 'password' | 'password_confirmation') => any
    errors: FieldErrors
  }
  label?: string
  /** Minimum length. */
  min: number
  /** Public facts about the person to check against: name, email. */
  personal?: readonly string[]
  /** Top margin, where the surrounding form has no gap. */
  mt?: 'sm'
}

/** A new password, entered twice. */
export function NewPasswordFields({
  form,
  label = 'New password',
  min,
  personal = [],
  mt,
}: NewPasswordFieldsProps) {
  const again = `Repeat ${label.toLowerCase()}`
  return (
    <>
      <NewPasswordInput {...form.field('password')} label={label} min={min} personal={personal} />
      <PasswordInput
        {...form.field('password_confirmation')}
        aria-invalid={form.errors.password_confirmation ? true : undefined}
        label={again}
        mt={mt}
        maxLength={1000}
        autoComplete="new-password"
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': `Show: ${again}` }}
      />
    </>
  )
}
