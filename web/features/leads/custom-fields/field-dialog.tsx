import { Modal, NativeSelect, TextInput } from '@mantine/core'
import {
  CUSTOM_FIELD_KIND_LABELS,
  CUSTOM_FIELD_KINDS,
  type CustomField,
  createCustomField,
  renameCustomField,
} from '#contract/leads/custom-fields.ts'
import { refreshFields } from '#web/lib/list-fields.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'

const MAX_LABEL = 60
const KINDS = CUSTOM_FIELD_KINDS.map((value) => ({ value, label: CUSTOM_FIELD_KIND_LABELS[value] }))

function NewField({ onClose }: Pick<DialogState, 'onClose'>) {
  const form = useContractForm(createCustomField, {
    initial: { label: '', kind: 'text' as CustomField['kind'] },
    quiet: true,
    onSuccess: async () => {
      await refreshFields()
      onClose()
    },
  })
  return (
    <ContractForm form={form} submitLabel="Add field" onCancel={onClose}>
      <TextInput {...form.field('label')} label="Name" maxLength={MAX_LABEL} data-autofocus />
      <NativeSelect
        {...form.field('kind')}
        label="Type"
        description="You can’t change this later. Filters show a count for each choice."
        data={KINDS}
      />
    </ContractForm>
  )
}

function RenamedField({ field, onClose }: { field: CustomField } & Pick<DialogState, 'onClose'>) {
  const form = useContractForm(renameCustomField, {
    initial: { label: field.label },
    params: { id: field.id },
    quiet: true,
    onSuccess: async () => {
      await refreshFields()
      onClose()
    },
  })
  return (
    <ContractForm form={form} submitLabel="Rename" onCancel={onClose} onlyChanges>
      <TextInput
        {...form.field('label')}
        label="Name"
        description={`Files and the API still use ${field.name}`}
        maxLength={MAX_LABEL}
        data-autofocus
      />
    </ContractForm>
  )
}

/** Adds or renames a field. */
export function FieldDialog({ field, opened, onClose }: DialogState & { field?: CustomField }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={field ? `Rename “${field.label}”` : 'New field'}
      size={420}
    >
      {field ? <RenamedField field={field} onClose={onClose} /> : <NewField onClose={onClose} />}
    </Modal>
  )
}
