import { Button, Stack, Text } from '@mantine/core'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import { LoadError } from './load-error.tsx'
import { Notice } from './notice.tsx'

interface QuoteFormProps {
  /** Number of selected leads. */
  count: number
  about: string
  quote: Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>
  start: Pick<UseMutationResult, 'isPending' | 'isError' | 'error'>
  isReady: boolean
  startLabel: string
  onStart: (isTrial: boolean) => void
  /** A trial run that changes no leads. */
  trial?: { label: string; title?: string }
  onClose: () => void
  options: ReactNode
  children: ReactNode
}

/** Form for a paid action on selected leads: options, quote, trial and start button. */
export function QuoteForm(props: QuoteFormProps) {
  const { count, about, quote, start, isReady, startLabel, onStart, trial, onClose, options, children } =
    props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !start.isPending) onStart(false)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text c="dimmed">{`${formatCount(count, 'lead')} selected. ${about}`}</Text>
        {options}
        {quote.isError && <LoadError what="The price" query={quote} />}
        {children}
        {start.isError && <Notice tone="danger">{errorMessage(start.error)}</Notice>}
      </Stack>
      <DialogButtons
        onCancel={onClose}
        beside={
          trial && (
            <Button
              variant="subtle"
              disabled={!isReady || start.isPending}
              title={trial.title}
              onClick={() => onStart(true)}
            >
              {trial.label}
            </Button>
          )
        }
      >
        <Button type="submit" loading={start.isPending} disabled={!isReady} aria-live="polite">
          {startLabel}
        </Button>
      </DialogButtons>
    </form>
  )
}
