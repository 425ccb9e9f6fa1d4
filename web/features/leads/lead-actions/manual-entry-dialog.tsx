import { SimpleGrid, Text, TextInput } from '@mantine/core'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { addLead } from '#contract/leads/manual-entry.ts'
import type { LeadDialogProps } from '#web/lib/lead-actions.ts'
import { findField } from '#web/lib/list-fields.ts'
import { showToast } from '#web/lib/toast.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { offerUndo } from '../lead-data/undo-change.ts'

/** Fields by list type in the order of the specification, with the required ones. */
const ENTRY_FIELDS: Partial<Record<ListTypeId, { hint: string; names: readonly string[] }>> = {
  local: {
    hint: 'The website is required.',
    names: [
      'website',
      'name',
      'email',
      'phone',
      'first_name',
      'last_name',
      'street',
      'postal_code',
      'city',
      'state',
      'country',
    ],
  },
  people: {
    hint: 'A LinkedIn URL or an email is required.',
    names: ['linkedin_url', 'email', 'name', 'position', 'company'],
  },
}

const findLabel = (type: ListTypeId, name: string): string =>
  findField(type, name === 'state' ? 'region' : name)?.label ?? name

function EntryForm({ leadRequest, onClose }: Pick<LeadDialogProps, 'leadRequest' | 'onClose'>) {
  const { target } = leadRequest
  const { hint = '', names = [] } = ENTRY_FIELDS[target.type] ?? {}
  const form = useContractForm(addLead, {
    initial: Object.fromEntries(names.map((name) => [name, ''])) as Record<string, string>,
    params: { ...target },
    // Shown instead: a toast with Undo
    quiet: true,
    body: (values) => ({
      values: Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')),
    }),
    onSuccess: (reply) => {
      if (reply.is_new) offerUndo(target, reply)
      else showToast({ kind: 'info', message: reply.message })
      onClose()
    },
  })
  return (
    <ContractForm form={form} submitLabel="Add lead" onCancel={onClose} onlyChanges>
      <Text c="dimmed">{hint} Free.</Text>
      <SimpleGrid minColWidth={200} verticalSpacing="sm" style={{ alignItems: 'start' }}>
        {names.map((name, index) => (
          <TextInput
            key={name}
            {...form.field(name)}
            label={findLabel(target.type, name)}
            autoComplete="off"
            {...(index === 0 && { 'data-autofocus': true })}
          />
        ))}
      </SimpleGrid>
    </ContractForm>
  )
}

/** Adds one lead. */
export const ManualEntryDialog = formDialog('Add a lead manually', 540, EntryForm)
