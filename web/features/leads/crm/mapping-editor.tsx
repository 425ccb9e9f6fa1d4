import { Button, Group, NativeSelect, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CRM_POLICIES, type CrmMappingItem, type CrmPolicy } from '#contract/activity/run-kinds/crm.ts'
import { SENDER_KINDS, type SenderId } from '#contract/core/crms/index.ts'
import { makeSenderVariable } from '#contract/core/crms/sender-variables.ts'
import {
  type CrmField,
  type CrmMapping,
  createCrmField,
  createMissingCrmFields,
  NEW_CRM_FIELD_KINDS,
  saveCrmMapping,
} from '#contract/leads/crm.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { Frame } from '#web/ui/frame.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import classes from './crm.module.css'
import { POLICY_LABELS } from './crm-labels.ts'

interface EditorProps {
  place: { id: number; type: ListTypeId }
  mapping: CrmMapping
  fields: readonly CrmField[]
  /** Accepts any name; there are no fields to choose from. */
  isOpen: boolean
  /** Whose variables have these names; they are made valid. */
  sender: SenderId | null
  canChange: boolean
}

const POLICIES = CRM_POLICIES.map((value) => ({ value, label: POLICY_LABELS[value] }))
const KINDS = NEW_CRM_FIELD_KINDS.map((value) => ({
  value,
  label: `${value[0]?.toUpperCase()}${value.slice(1)}`,
}))

function NewField({ id, onClose }: { id: number; onClose: () => void }) {
  const form = useContractForm(createCrmField, {
    initial: { label: '', kind: 'text' as (typeof NEW_CRM_FIELD_KINDS)[number] },
    params: { id },
    onSuccess: onClose,
  })
  return (
    <ContractForm form={form} submitLabel="Create field" onCancel={onClose}>
      <TextInput {...form.field('label')} label="Name" maxLength={60} data-autofocus />
      <NativeSelect {...form.field('kind')} label="Type" data={KINDS} />
    </ContractForm>
  )
}

const NewFieldDialog = formDialog('New field in the CRM', 420, NewField)

interface RowProps {
  field: CrmMapping['fields'][number]
  item: CrmMappingItem | undefined
  fields: readonly CrmField[]
  isOpen: boolean
  makeName: (typed: string) => string
  canChange: boolean
  onChange: (item: CrmMappingItem | null) => void
}

/** One field of a lead; only matching CRM fields are offered. */
function MappingRow({ field, item, fields, isOpen, makeName, canChange, onChange }: RowProps) {
  const { name, label, takes } = field
  const policy: CrmPolicy = item?.policy ?? (isOpen ? 'always' : 'fill')
  const to = (key: string | null) => onChange(key ? { field: name, to: key, policy } : null)
  const options = fields
    .filter(({ kind }) => takes.includes(kind))
    .map((entry) => ({ value: entry.key, label: entry.label }))
  return (
    <li className={`divided ${classes.row}`}>
      <span>{label}</span>
      {isOpen ? (
        <TextInput
          aria-label={`Name for ${label}`}
          placeholder="Not sent"
          value={item?.to ?? ''}
          disabled={!canChange}
          maxLength={120}
          onChange={(event) => to(event.currentTarget.value)}
          onBlur={(event) => to(makeName(event.currentTarget.value))}
        />
      ) : (
        <Select
          aria-label={`Field for ${label}`}
          placeholder="Not sent"
          clearable
          searchable
          clearButtonProps={{ 'aria-label': `Don’t send ${label}` }}
          value={item?.to ?? null}
          disabled={!canChange}
          onChange={to}
          data={options}
        />
      )}
      {item && !isOpen ? (
        <NativeSelect
          aria-label={`If both have ${label}`}
          value={item.policy}
          disabled={!canChange}
          onChange={(event) => onChange({ ...item, policy: event.currentTarget.value as CrmPolicy })}
          data={POLICIES}
        />
      ) : (
        <span />
      )}
    </li>
  )
}

/** The mapping of one connection and list type. */
export function MappingEditor({ place, mapping, fields, isOpen, sender, canChange }: EditorProps) {
  const [items, setItems] = useState<readonly CrmMappingItem[]>(mapping.items)
  const { show, dialog } = useDialog()
  const save = useMutation({
    mutationFn: () =>
      call(saveCrmMapping, {
        params: place,
        body: { items: items.map((item) => ({ ...item })), version: mapping.version },
        quiet: 'errors',
      }),
  })
  const create = useMutation({
    mutationFn: () => call(createMissingCrmFields, { params: place, quiet: 'errors' }),
  })
  const makeName = (typed: string): string =>
    sender && typed.trim() !== '' && !fields.some(({ key }) => key === typed)
      ? makeSenderVariable(sender, typed)
      : typed
  const change = (name: string, next: CrmMappingItem | null) =>
    setItems((now) => [...now.filter(({ field }) => field !== name), ...(next ? [next] : [])])
  return (
    <>
      <Hint>
        {mapping.version === 0
          ? sender
            ? `Fields of ${SENDER_KINDS[sender].label}: ${fields.map(({ key }) => key).join(', ')}. Any other name is a variable: write it as {{name}} in your mails there.`
            : 'Default mapping. Pushes fill empty CRM fields and leave the rest unchanged.'
          : `Version ${mapping.version} of this mapping`}
      </Hint>
      <Frame component="ul" aria-label="Fields of leads">
        {mapping.fields.map((field) => (
          <MappingRow
            key={field.name}
            field={field}
            fields={fields}
            isOpen={isOpen}
            makeName={makeName}
            canChange={canChange}
            item={items.find((item) => item.field === field.name)}
            onChange={(next) => change(field.name, next)}
          />
        ))}
      </Frame>
      {create.isError && <Notice tone="danger">{errorMessage(create.error)}</Notice>}
      {save.isError && <Notice tone="danger">{errorMessage(save.error)}</Notice>}
      {canChange && (
        <Group align="end" gap="xs">
          <Button loading={save.isPending} disabled={items.length === 0} onClick={() => save.mutate()}>
            Save mapping
          </Button>
          {!isOpen && (
            <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
              Create missing fields
            </Button>
          )}
          {!isOpen && (
            <Button
              variant="subtle"
              onClick={() => show((state) => <NewFieldDialog {...state} id={place.id} />)}
            >
              New field in the CRM
            </Button>
          )}
        </Group>
      )}
      {dialog}
    </>
  )
}
