import { Modal, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { editLead } from '#contract/leads/lead-edits.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { editableFields, editedText, FIELD_HINTS, fieldOptions } from '../lead-data/edited-field.ts'
import { offerUndo } from '../lead-data/undo-change.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'

function EditForm({ target, lead, onClose }: { target: ListTarget; lead: Lead; onClose: () => void }) {
  const fields = editableFields(target.type)
  const initial = Object.fromEntries(fields.map((field) => [field.name, editedText(lead, field)]))
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
        {fields.map((field) => {
          const options = fieldOptions(field, initial[field.name])
          const props = { ...form.field(field.name), label: field.label }
          return options ? (
            <NativeSelect {...props} key={field.name} data={options} />
          ) : (
            <TextInput {...props} key={field.name} placeholder={FIELD_HINTS[field.kind]} autoComplete="off" />
          )
        })}
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
