import { Button, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { DEFAULT_OPTIONS, EmployeeOptionsFields } from './employee-options.tsx'
import classes from './enrich-dialog.module.css'
import { ACTION_WORDS, mayStart, startWords } from './enrich-labels.ts'
import { QuoteFigures } from './quote-figures.tsx'
import { type Order, useEnrichQuote, useStartEnrich } from './use-enrich.ts'

interface EnrichDialogProps {
  order: Order
  opened: boolean
  onClose: () => void
  onStarted: (started: { runId: number; listId: number }) => void
}

function EnrichForm({ order, opened, onClose, onStarted }: EnrichDialogProps) {
  const { action, selected } = order
  const [options, setOptions] = useState(DEFAULT_OPTIONS)
  const { quote, settled } = useEnrichQuote(order, options, opened)
  const start = useStartEnrich((started) => {
    onStarted(started)
    onClose()
  })
  const figures = quote.data?.data
  const ready = settled && figures !== undefined && mayStart(figures)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready && !start.isPending) start.mutate({ order, options, quote: figures })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <p className={classes.about}>
          {`${formatCount(selected, 'lead')} selected. ${ACTION_WORDS[action].about}`}
        </p>
        {action === 'get-employees' && <EmployeeOptionsFields value={options} onChange={setOptions} />}
        <QuoteFigures quote={quote} />
        {start.isError && <Notice tone="danger">{errorMessage(start.error)}</Notice>}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={start.isPending} disabled={!ready} aria-live="polite">
          {startWords(action, figures)}
        </Button>
      </Group>
    </form>
  )
}

/** Shows what an enrichment of the selected leads would bring and cost, asks for its options, and starts it. */
export function EnrichDialog(props: EnrichDialogProps) {
  // Opened only after it is there, so that it sees where the focus was and can bring it back.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(props.opened), [props.opened])
  return (
    <Modal opened={opened} onClose={props.onClose} title={ACTION_WORDS[props.order.action].title} size={480}>
      <EnrichForm {...props} />
    </Modal>
  )
}
