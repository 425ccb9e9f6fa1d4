import { Checkbox, Modal, MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import { EMAIL_STATE_LABELS, type EmailState } from '#contract/leads/email-states.ts'
import {
  changeExportTemplate,
  createExportTemplate,
  type ExportFormat,
  type ExportTemplate,
  type FileChoices,
  type OtherEmails,
} from '#contract/leads/export-templates.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { hasReasons } from '../lead-data/filters/needs.ts'
import { TemplateColumns } from './template-columns.tsx'
import { makeDraft, readChoices } from './template-draft.ts'

const STATES = Object.entries(EMAIL_STATE_LABELS).map(([value, label]) => ({ value, label }))

interface TemplateProps {
  type: ListTypeId
  /** The template to edit; absent for a new one. */
  template?: ExportTemplate
  /** Initial choices of a new one. */
  start?: FileChoices
}

function TemplateFields({ type, template, start = {}, onClose }: TemplateProps & { onClose: () => void }) {
  const form = useContractForm(template ? changeExportTemplate : createExportTemplate, {
    initial: makeDraft(type, template?.choices ?? start, template),
    ...(template && { params: { id: template.id } }),
    body: (draft) =>
      ({
        ...(!template && { type }),
        name: draft.name,
        is_shared: draft.is_shared,
        choices: readChoices(draft),
      }) as never,
    onSuccess: onClose,
  })
  const { columns, headers, states, format, others } = form.values
  return (
    <ContractForm form={form} submitLabel="Save template" onCancel={onClose} onlyChanges={Boolean(template)}>
      <TextInput {...form.field('name')} label="Name" maxLength={100} data-autofocus />
      <TemplateColumns
        type={type}
        columns={columns}
        headers={headers}
        onColumns={(next) => form.set({ columns: next })}
        onHeaders={(next) => form.set({ headers: next })}
      />
      <NativeSelect
        label="Format"
        value={format}
        onChange={(event) => form.set({ format: event.currentTarget.value as ExportFormat })}
        data={[
          { value: 'csv', label: 'CSV' },
          { value: 'xlsx', label: 'Excel workbook' },
        ]}
      />
      <MultiSelect
        label="Email addresses"
        placeholder={states.length > 0 ? '' : 'All addresses'}
        data={STATES}
        value={states}
        onChange={(next) => form.set({ states: next as EmailState[] })}
        clearable
      />
      {states.length > 0 && (
        <NativeSelect
          label="Leads with another address"
          value={others}
          onChange={(event) => form.set({ others: event.currentTarget.value as OtherEmails })}
          data={[
            { value: 'empty', label: 'Keep, with an empty email' },
            { value: 'leave_out', label: 'Leave out' },
          ]}
        />
      )}
      <Checkbox {...form.field('provenance', 'checkbox')} label="Include source and date of each value" />
      {hasReasons(type) && (
        <Checkbox
          {...form.field('evidence', 'checkbox')}
          label="Include page and words that show each signal"
        />
      )}
      <Checkbox {...form.field('is_shared', 'checkbox')} label="Share with everyone on the team" />
    </ContractForm>
  )
}

/** Creates or edits an export template. */
export function TemplateDialog({ opened, onClose, ...props }: DialogState & TemplateProps) {
  const { template } = props
  const title = template ? `Edit “${template.name}”` : 'Save as template'
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={480}>
      <TemplateFields {...props} onClose={onClose} />
    </Modal>
  )
}
