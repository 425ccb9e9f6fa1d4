import { Alert, Button, Modal, Radio, Stack, Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import type { LeadDialogProps } from '#web/lib/lead-actions.ts'
import { fieldOf } from '#web/lib/list-fields.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { useGridColumns } from '../grid/use-grid-columns.ts'
import { type ExportChoices, exportLeads, isWholeView, tooManyPicked, usualChoices } from './export-leads.ts'

function ExportForm({ order, onClose }: Pick<LeadDialogProps, 'order' | 'onClose'>) {
  const { target, selection, count, view } = order
  const { shown } = useGridColumns(target.type)
  const whole = isWholeView(selection)
  const [choices, setChoices] = useState(() => usualChoices(order))
  const set = (change: Partial<ExportChoices>) => setChoices((now) => ({ ...now, ...change }))
  const start = useMutation({ mutationFn: () => exportLeads(order, choices), onSuccess: onClose })
  const problem = choices.rows === 'selection' ? tooManyPicked(order) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!start.isPending && !problem) start.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Radio.Group
          label="Leads"
          value={choices.rows}
          onChange={(rows) => set({ rows: rows as ExportChoices['rows'] })}
        >
          <Stack gap={8} mt={6}>
            <Radio
              value="view"
              label={`Everything in the current view (${formatCount(view.count, 'lead')})`}
            />
            {!whole && <Radio value="selection" label={`The selection (${formatCount(count, 'lead')})`} />}
          </Stack>
        </Radio.Group>
        <Radio.Group
          label="Columns"
          value={choices.columns}
          onChange={(columns) => set({ columns: columns as ExportChoices['columns'] })}
        >
          <Stack gap={8} mt={6}>
            <Radio
              value="view"
              label="As in this view"
              description={shown.map(({ field }) => fieldOf(target.type, field)?.label ?? field).join(', ')}
            />
            <Radio value="all" label="All columns" />
          </Stack>
        </Radio.Group>
        <Switch
          label="Add source and date of every value"
          checked={choices.provenance}
          onChange={(event) => set({ provenance: event.currentTarget.checked })}
        />
        <Switch
          label="For older spreadsheets (byte order mark)"
          checked={choices.bom}
          onChange={(event) => set({ bom: event.currentTarget.checked })}
        />
        {problem && (
          <Alert color="red" variant="light">
            {problem}
          </Alert>
        )}
        {start.isError && (
          <Alert color="red" variant="light" role="alert">
            {errorMessage(start.error)}
          </Alert>
        )}
      </Stack>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={start.isPending} disabled={problem !== undefined} data-autofocus>
          Export CSV
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Asks what to export and starts the download; exports cost nothing. */
export function ExportDialog({ order, opened, onClose }: LeadDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Export leads" size={440}>
      <ExportForm order={order} onClose={onClose} />
    </Modal>
  )
}
