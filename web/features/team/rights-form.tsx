import { Alert, Button, Group, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { ApiError, errorMessage } from '#web/lib/api.ts'

interface RightsFormProps {
  error: unknown
  busy: boolean
  submitLabel: string
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** The sentences that the server gave for fields. */
export const fieldsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? error.fields : {}

/** Frame of the team's forms: what went wrong above, the buttons below; the first wrong field gets the focus. */
export function RightsForm({ error, busy, submitLabel, onSubmit, onClose, children }: RightsFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const named = Object.keys(fieldsOf(error)).length > 0
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="md">
        {error !== null && error !== undefined && !named && (
          <Alert color="red" variant="light" role="alert">
            {errorMessage(error)}
          </Alert>
        )}
        {children}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {submitLabel}
        </Button>
      </Group>
    </form>
  )
}
