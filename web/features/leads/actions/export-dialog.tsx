import { Alert, Button, Modal, Radio, Stack, Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { exportList } from '#contract/files.ts'
import { fieldOf } from '#contract/list-types/index.ts'
import { call, download, errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import type { LeadDialogProps, LeadSelection } from '#web/lib/lead-actions.ts'
import { showToast } from '#web/lib/toast.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { useGridColumns } from '../grid/use-grid-columns.ts'
import { type ExportedRows, exportedRows } from './exported-rows.ts'
import { MAX_SELECTED_IDS } from './selection.ts'

interface Choices {
  rows: ExportedRows
  columns: 'view' | 'all'
  provenance: boolean
  bom: boolean
}

const isWholeView = (selection: LeadSelection): boolean =>
  'filters' in selection && selection.first === undefined

function ExportForm({ order, onClose }: Pick<LeadDialogProps, 'order' | 'onClose'>) {
  const { target, selection, count, view } = order
  const { shown } = useGridColumns(target.type)
  const whole = isWholeView(selection)
  const [choices, setChoices] = useState<Choices>({
    rows: whole ? 'view' : 'selection',
    columns: 'view',
    provenance: false,
    bom: false,
  })
  const set = (change: Partial<Choices>) => setChoices((now) => ({ ...now, ...change }))
  const start = useMutation({
    mutationFn: async () => {
      const { columns, provenance, bom } = choices
      const body = {
        list_id: target.id,
        ...(await exportedRows(order, choices.rows)),
        ...(columns === 'view' ? { columns: shown.map(({ field }) => field) } : {}),
        provenance,
        bom,
      }
      return call(exportList, { body, quiet: true })
    },
    onSuccess: ({ data }) => {
      download(data.url)
      showToast({ kind: 'info', message: `Exporting ${data.filename}. Progress stands under Runs.` })
      onClose()
    },
  })
  const tooMany = choices.rows === 'selection' && count > MAX_SELECTED_IDS
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!start.isPending && !tooMany) start.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Radio.Group
          label="Leads"
          value={choices.rows}
          onChange={(rows) => set({ rows: rows as ExportedRows })}
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
          onChange={(columns) => set({ columns: columns as Choices['columns'] })}
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
        {tooMany && (
          <Alert color="red" variant="light">
            At most {formatCount(MAX_SELECTED_IDS, 'lead')} can be picked out. Select all results instead.
          </Alert>
        )}
        {start.isError && (
          <Alert color="red" variant="light" role="alert">
            {errorMessage(start.error)}
          </Alert>
        )}
      </Stack>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={start.isPending} disabled={tooMany} data-autofocus>
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
