import { Alert, Button, Radio, Select, Stack, Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SENDER_KINDS, SENDERS, type SenderId } from '#contract/core/crms/index.ts'
import { exportTemplates } from '#contract/leads/export-templates.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { SIGNAL_IDS } from '#contract/leads/signals.ts'
import { errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import type { LeadDialogProps, LeadRequest } from '#web/lib/lead-actions.ts'
import { findField } from '#web/lib/list-fields.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { DoubtfulChoice } from '#web/ui/doubtful-choice.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { hasReasons } from '../lead-data/filters/needs.ts'
import { useGridColumns } from '../lead-data/use-grid-columns.ts'
import { ExportEmails } from './export-emails.tsx'
import {
  type ExportChoices,
  exportLeads,
  inFile,
  isWholeView,
  tooManyPicked,
  usualChoices,
  withEmailState,
} from './export-leads.ts'
import { TemplateDialog } from './template-dialog.tsx'

const SIGNAL_NAMES: ReadonlySet<string> = new Set(SIGNAL_IDS)

interface TemplateChoiceProps {
  type: ListTypeId
  value: number | null
  onChange: (id: number | null) => void
}

/** Selects a saved template; nothing without any. */
function TemplateChoice({ type, value, onChange }: TemplateChoiceProps) {
  const templates = useEndpoint(exportTemplates, { query: { type } })
  const rows = templates.data?.data ?? []
  if (rows.length === 0) return null
  return (
    <Select
      label="Template"
      placeholder="None"
      clearable
      data={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}

/** Who the file is made for: people with a spreadsheet, or a sender that imports it. */
function PurposeChoice({ choices, set }: Pick<FileFormProps, 'choices' | 'set'>) {
  const { sender } = choices
  return (
    <>
      <Select
        label="File for"
        allowDeselect={false}
        data={[
          { value: '', label: 'Spreadsheets and other programs' },
          ...SENDERS.map((id) => ({ value: id, label: SENDER_KINDS[id].label })),
        ]}
        value={sender ?? ''}
        onChange={(id) => set({ sender: (id || null) as SenderId | null, templateId: null })}
      />
      {sender && (
        <>
          <Hint>
            {`Columns as ${SENDER_KINDS[sender].label} imports them, with AI texts and custom fields as variables. Leads without a verified email are left out.`}
          </Hint>
          <DoubtfulChoice value={choices.doubtful} onChange={(doubtful) => set({ doubtful })} />
        </>
      )}
    </>
  )
}

const submitLabel = ({ templateId, format }: ExportChoices): string =>
  templateId === null ? (format === 'csv' ? 'Export CSV' : 'Export Excel') : 'Export'

interface FileFormProps {
  leadRequest: LeadRequest
  choices: ExportChoices
  set: (change: Partial<ExportChoices>) => void
}

/** Default contents of the file without a template. */
function FileForm({ leadRequest, choices, set }: FileFormProps) {
  const { type } = leadRequest.target
  const { shown } = useGridColumns(type)
  const hasSignal = choices.columns === 'view' && shown.some(({ field }) => SIGNAL_NAMES.has(field))
  return (
    <>
      <Radio.Group
        label="Columns"
        value={choices.columns}
        onChange={(columns) => set({ columns: columns as ExportChoices['columns'] })}
      >
        <Stack gap={8} mt={6}>
          <Radio
            value="view"
            label="Current view"
            description={withEmailState(shown.map(({ field }) => field))
              .map((field) => findField(type, field)?.label ?? field)
              .join(', ')}
          />
          <Radio value="all" label="All columns" />
        </Stack>
      </Radio.Group>
      <Switch
        label="Include source and date of each value"
        checked={choices.provenance}
        onChange={(event) => set({ provenance: event.currentTarget.checked })}
      />
      {hasReasons(type) && (
        <Switch
          label="Include page and words that show each signal"
          description={
            hasSignal ? undefined : 'No signal is in the file. Choose them as columns of the list.'
          }
          disabled={!hasSignal}
          checked={hasSignal && choices.evidence}
          onChange={(event) => set({ evidence: event.currentTarget.checked })}
        />
      )}
      {choices.format === 'csv' && (
        <Switch
          label="For older spreadsheets (byte order mark)"
          checked={choices.bom}
          onChange={(event) => set({ bom: event.currentTarget.checked })}
        />
      )}
      <ExportEmails
        order={leadRequest}
        rows={choices.rows}
        delta={choices.delta}
        value={choices.emails}
        onChange={(emails) => set({ emails })}
      />
      <Radio.Group
        label="Format"
        value={choices.format}
        onChange={(format) => set({ format: format as ExportChoices['format'] })}
      >
        <Stack gap={8} mt={6}>
          <Radio value="csv" label="CSV" />
          <Radio value="xlsx" label="Excel workbook" description="Up to 1,048,575 leads" />
        </Stack>
      </Radio.Group>
    </>
  )
}

function ExportForm({ leadRequest, onClose }: Pick<LeadDialogProps, 'leadRequest' | 'onClose'>) {
  const { target, selection, count, view } = leadRequest
  const whole = isWholeView(selection)
  const [choices, setChoices] = useState<ExportChoices>(() => usualChoices(leadRequest))
  const set = (change: Partial<ExportChoices>) => setChoices((now) => ({ ...now, ...change }))
  const start = useMutation({ mutationFn: () => exportLeads(leadRequest, choices), onSuccess: onClose })
  const { show, dialog } = useDialog()
  const problem = choices.rows === 'selection' ? tooManyPicked(leadRequest) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!start.isPending && !problem) start.mutate()
  }
  return (
    <>
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
          <Switch
            label="Only new since my last download"
            description="Leads you haven’t exported from this list yet."
            checked={choices.delta}
            onChange={(event) => set({ delta: event.currentTarget.checked })}
          />
          <PurposeChoice choices={choices} set={set} />
          {choices.sender === null && (
            <TemplateChoice
              type={target.type}
              value={choices.templateId}
              onChange={(templateId) => set({ templateId })}
            />
          )}
          {choices.sender === null && choices.templateId === null && (
            <>
              <FileForm leadRequest={leadRequest} choices={choices} set={set} />
              <Button
                variant="subtle"
                size="compact-sm"
                style={{ alignSelf: 'flex-start' }}
                onClick={() =>
                  show((state) => (
                    <TemplateDialog {...state} type={target.type} start={inFile(leadRequest, choices)} />
                  ))
                }
              >
                Save as template
              </Button>
            </>
          )}
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
            {submitLabel(choices)}
          </Button>
        </DialogButtons>
      </form>
      {dialog}
    </>
  )
}

/** Chooses what to export and starts the download; exports are free. */
export const ExportDialog = formDialog('Export leads', 440, ExportForm)
