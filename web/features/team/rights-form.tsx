import { Alert, Button, Group, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { ApiError, errorMessage } from '#web/lib/api.ts'

interface RightsFormProps {
  /** Sentences by field; the fields themselves show them. */
  errors: Record<string, string>
  /** Why it failed, when no field is to blame. */
  failure: unknown
  busy: boolean
  submitLabel: string
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** The sentences that the server gave for fields. A conflict without any is about the field `about`. */
export function fieldsOf(error: unknown, about?: string): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const unnamed = Object.keys(error.fields).length === 0
  return about && unnamed && error.code === 'conflict' ? { [about]: error.message } : error.fields
}

/** Frame of the team's forms: what went wrong above, the buttons below; the first wrong field gets the focus. */
export function RightsForm(props: RightsFormProps) {
  const { errors, failure, busy, submitLabel, onSubmit, onClose, children } = props
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  const named = Object.keys(errors).length > 0
  useEffect(() => {
    if (!sent.current || busy || !named) return
    sent.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    sent.current = true
    onSubmit()
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="md">
        {failure && !named ? (
          <Alert color="red" variant="light" role="alert">
            {errorMessage(failure)}
          </Alert>
        ) : null}
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
