import { PasswordInput } from '@mantine/core'
import type { FieldErrors } from '../lib/form-errors.ts'
import { NewPasswordInput } from './new-password-input.tsx'

interface NewPasswordFieldsProps {
  form: {
    // biome-ignore lint/suspicious/noExplicitAny: the form's own type, whatever else it holds
    field: (name: 'password' | 'password_confirmation') => any
    errors: FieldErrors
  }
  label?: string
  /** Shortest that the site takes. */
  min: number
  /** Words that others know about the person: name, address. */
  personal?: readonly string[]
  /** Space between the two, where the form around them leaves none. */
  mt?: 'sm'
}

/** A password that is being chosen, typed twice. */
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
