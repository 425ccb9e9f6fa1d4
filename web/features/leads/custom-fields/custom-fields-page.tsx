import { Button, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import IconFields from '@tabler/icons-react/dist/esm/icons/IconForms.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import type { Reply } from '#contract/core/endpoint.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import {
  CUSTOM_FIELD_KIND_LABELS,
  CUSTOM_FIELD_KINDS,
  type CustomField,
  changeCustomField,
  createCustomField,
  customFields,
  deleteCustomField,
  MAX_CHOICES,
  restoreCustomField,
} from '#contract/leads/custom-fields.ts'
import { call } from '#web/lib/api.ts'
import type { FieldErrors } from '#web/lib/form-errors.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { refreshFields } from '#web/lib/list-fields.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'

const MAX_LABEL = 60
const KINDS = CUSTOM_FIELD_KINDS.map((value) => ({ value, label: CUSTOM_FIELD_KIND_LABELS[value] }))

interface ChoicesProps {
  choices: string[]
  onChange: (choices: string[]) => void
  error: string | undefined
  description: string
}

/** The values that a field takes, in their order. */
function Choices({ choices, onChange, error, description }: ChoicesProps) {
  return (
    <TagsInput
      label="Choices"
      description={description}
      value={choices}
      onChange={onChange}
      error={error}
      maxTags={MAX_CHOICES}
      acceptValueOnBlur
      clearable
    />
  )
}

function NewField({ onClose }: Pick<DialogState, 'onClose'>) {
  const form = useContractForm(createCustomField, {
    initial: { label: '', kind: 'text' as CustomField['kind'], choices: [] as string[] },
    body: ({ choices, ...field }) => (field.kind === 'choice' ? { ...field, choices } : field),
    check: ({ kind, choices }): FieldErrors =>
      kind === 'choice' && choices.length === 0 ? { choices: MESSAGES.required } : {},
    // Shown instead: a toast with Undo, or the field in the table
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
        description="You can’t change this later"
        data={KINDS}
      />
      {form.values.kind === 'choice' && (
        <Choices
          choices={form.values.choices}
          onChange={(choices) => form.set({ choices })}
          error={form.errors.choices}
          description="Press Enter after each. Leads take no other value."
        />
      )}
    </ContractForm>
  )
}

function ChangedField({ field, onClose }: { field: CustomField } & Pick<DialogState, 'onClose'>) {
  const isChoice = field.kind === 'choice'
  const form = useContractForm(changeCustomField, {
    initial: { label: field.label, choices: field.choices ?? [] },
    params: { id: field.id },
    body: ({ label, choices }) => ({
      label,
      ...(isChoice && { choices: choices.length > 0 ? choices : null }),
    }),
    quiet: true,
    onSuccess: async () => {
      await refreshFields()
      onClose()
    },
  })
  return (
    <ContractForm form={form} submitLabel="Save" onCancel={onClose} onlyChanges>
      <TextInput
        {...form.field('label')}
        label="Name"
        description={`Files and the API still use ${field.name}`}
        maxLength={MAX_LABEL}
        data-autofocus
      />
      {isChoice && (
        <Choices
          choices={form.values.choices}
          onChange={(choices) => form.set({ choices })}
          error={form.errors.choices}
          description="Without choices, leads take any text. Values that leads already have stay."
        />
      )}
    </ContractForm>
  )
}

/** Adds or changes a field. */
const FieldDialog = formDialog(
  ({ field }) => (field ? `Edit “${field.label}”` : 'New field'),
  420,
  ({ field, onClose }: { field?: CustomField; onClose: () => void }) =>
    field ? <ChangedField field={field} onClose={onClose} /> : <NewField onClose={onClose} />,
)

type Field = Reply<typeof customFields>['data'][number]

/** `Choice: Gold, Silver`. */
const formatKind = ({ kind, choices }: Field): string =>
  CUSTOM_FIELD_KIND_LABELS[kind] + (choices?.length ? `: ${choices.join(', ')}` : '')

const COLUMNS: readonly Column<Field>[] = [
  { id: 'label', label: 'Field', card: 'title', cell: ({ label }) => label },
  { id: 'kind', label: 'Type', width: '240px', full: formatKind, cell: formatKind },
  { id: 'name', label: 'Name in files and the API', cell: ({ name }) => <code>{name}</code> },
  { id: 'leads', label: 'Leads', align: 'end', cell: ({ leads }) => formatNumber(leads) },
  { id: 'created', label: 'Added', cell: ({ created_at }) => <When at={created_at} /> },
]

async function remove(field: Field): Promise<void> {
  const params = { id: field.id }
  await call(deleteCustomField, { params, quiet: true })
  await refreshFields()
  showUndoToast(
    `Field “${field.label}” deleted`,
    () => void call(restoreCustomField, { params }).then(refreshFields, () => {}),
  )
}

/** Custom fields of the account, available in every list, filter, view and export. */
export function CustomFieldsPage() {
  const found = useEndpoint(customFields)
  const { show, confirm, dialog } = useDialog()
  const add = (
    <Button
      leftSection={<IconPlus aria-hidden />}
      onClick={() => show((state) => <FieldDialog {...state} />)}
    >
      New field
    </Button>
  )
  const confirmRemoval = (field: Field) =>
    confirm({
      title: `Delete “${field.label}”?`,
      confirmLabel: 'Delete',
      danger: true,
      onConfirm: () => remove(field),
      children:
        field.leads > 0
          ? `Used in ${formatCount(field.leads, 'lead')}. Values are hidden and come back if you undo.`
          : 'No leads use it.',
    })
  const rows = found.data?.data
  return (
    <>
      <PageHeader
        title="Custom fields"
        subtitle="Your own fields, on leads in every list"
        actions={rows && rows.length > 0 ? add : undefined}
      />
      <DataTable
        label="Custom fields"
        things="Custom fields"
        found={{ ...found, rows }}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        actions={(field) => (
          <RowMenu
            name={field.label}
            items={[
              {
                label: 'Edit',
                icon: IconPencil,
                run: () => show((state) => <FieldDialog {...state} field={field} />),
              },
              { label: 'Delete', icon: IconTrash, danger: true, run: () => confirmRemoval(field) },
            ]}
          />
        )}
        empty={
          <EmptyState icon={IconFields} title="No custom fields yet" action={add}>
            Track what only you know about a lead, such as a contract number or a referral. Filter, sort and
            export by it. Imported columns can become fields too.
          </EmptyState>
        }
      />
      {dialog}
    </>
  )
}
