import { Modal, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { editLead, isEditableField } from '#contract/leads/lead-edits.ts'
import { LEAD_STATUS_LABELS, LEAD_STATUSES } from '#contract/leads/lead-statuses.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { listFields } from '#web/lib/list-fields.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { offerUndo } from '../lead-data/undo-change.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'

/** A field's value as text; coded values as labels, which the server accepts too. */
const formatValue = (lead: Lead, { name, kind }: FieldDefinition): string => {
  const value = lead.values[name]
  if (value === undefined) return ''
  return kind === 'category' || kind === 'country' ? (lead.labels[name] ?? String(value)) : String(value)
}

/** Hints by field type. */
const HINTS: Partial<Record<FieldDefinition['kind'], string>> = {
  date: 'YYYY-MM-DD',
  url: 'https://example.com',
  phone: '+49 30 123456',
}

function EditForm({ target, lead, onClose }: { target: ListTarget; lead: Lead; onClose: () => void }) {
  const fields = listFields(target.type).filter(({ name }) => isEditableField(name))
  const initial = Object.fromEntries(fields.map((field) => [field.name, formatValue(lead, field)]))
  const form = useContractForm(editLead, {
    initial,
    params: { ...target, resultId: lead.id },
    // Shown instead: a toast with Undo
    quiet: true,
    body: (values: Record<string, string>) => ({
      values: Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) =>
          value === initial[name] ? [] : [[name, value.trim() === '' ? null : value]],
        ),
      ),
    }),
    onSuccess: (reply) => {
      offerUndo(target, reply as { message?: string; undo_token?: number })
      onClose()
    },
  })
  return (
    <ContractForm form={form} submitLabel="Save" onCancel={onClose} onlyChanges>
      <Text c="dimmed">
        Old values stay in the history. A changed email needs a new check. Something else to track?{' '}
        <Link to="/lead-search/custom-fields">Add a field</Link>
      </Text>
      <SimpleGrid minColWidth={200} verticalSpacing="sm" style={{ alignItems: 'start' }}>
        {fields.map((field) =>
          field.name === 'lead_status' ? (
            <NativeSelect
              key={field.name}
              {...form.field(field.name)}
              label={field.label}
              data={LEAD_STATUSES.map((value) => ({ value, label: LEAD_STATUS_LABELS[value] }))}
            />
          ) : (
            <TextInput
              key={field.name}
              {...form.field(field.name)}
              label={field.label}
              placeholder={HINTS[field.kind]}
              autoComplete="off"
            />
          ),
        )}
      </SimpleGrid>
    </ContractForm>
  )
}

interface EditDialogProps {
  target: ListTarget
  lead: Lead
  opened: boolean
  onClose: () => void
}

/** Edits the values of one lead. */
export function EditDialog({ target, lead, opened, onClose }: EditDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Edit lead" size={540}>
      <EditForm key={lead.id} target={target} lead={lead} onClose={onClose} />
    </Modal>
  )
}
