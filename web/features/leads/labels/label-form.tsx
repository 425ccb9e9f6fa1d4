import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { LABEL_COLORS, type LabelColor } from '#contract/leads/label-colors.ts'
import { changeLabel, createLabel, type Label, type LabelRule, tryLabelRule } from '#contract/leads/labels.ts'
import { LeadFilters } from '#contract/leads/leads.ts'
import { canonicalListType, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { formatCount } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { FilterBuilder } from '../lead-data/filters/filter-builder.tsx'
import { LabelChip } from './label-chip.tsx'

const COLOR_NAMES = LABEL_COLORS.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}))
const TYPES = Object.values(LIST_TYPES).map(({ id, label }) => ({ value: id, label }))

/** Result of running the rule now. */
function RulePreview({ label, rule }: { label: Label; rule: LabelRule }) {
  const tried = useEndpoint(tryLabelRule, { params: { id: label.id }, body: { rule } }, { staleTime: 0 })
  if (tried.isError)
    return (
      <Text component="span" c="dimmed" fz="sm">
        Couldn’t test this rule
      </Text>
    )
  if (!tried.data)
    return (
      <Text component="span" c="dimmed" fz="sm">
        Testing the rule…
      </Text>
    )
  const { adds, removes, lists } = tried.data.data
  return (
    <Text component="span" c="dimmed" fz="sm" role="status">
      Running it now adds it to {formatCount(adds, 'lead')} and removes it from {formatCount(removes, 'lead')}{' '}
      in {formatCount(lists, 'list')}
    </Text>
  )
}

interface RuleFieldsProps {
  label: Label | undefined
  rule: LabelRule | null
  onChange: (rule: LabelRule | null) => void
}

function RuleFields({ label, rule, onChange }: RuleFieldsProps) {
  const [building, setBuilding] = useState(false)
  const type: ListTypeId = rule ? canonicalListType(rule.type) : 'local'
  const withType = (next: ListTypeId) => onChange({ type: next, filters: LeadFilters.parse({}) })
  return (
    <>
      <NativeSelect
        label="Rule"
        description="Each run adds the label to every lead that matches. Labels you add manually stay."
        value={rule ? type : ''}
        onChange={(event) => {
          const next = event.currentTarget.value
          if (next === '') onChange(null)
          else withType(next as ListTypeId)
        }}
        data={[{ value: '', label: 'Manually' }, ...TYPES]}
      />
      {rule && (
        <Group gap="xs">
          <Button variant="default" onClick={() => setBuilding(true)}>
            {rule.filters.filter ? 'Change conditions' : 'Add conditions'}
          </Button>
          {label && <RulePreview label={label} rule={rule} />}
        </Group>
      )}
      <FilterBuilder
        opened={building}
        type={type}
        filter={rule?.filters.filter ?? null}
        onApply={(filter) => onChange({ type, filters: { ...LeadFilters.parse({}), filter } })}
        onClose={() => setBuilding(false)}
      />
    </>
  )
}

function LabelFields({ label, onClose }: { label?: Label; onClose: () => void }) {
  const initial = {
    name: label?.name ?? '',
    color: (label?.color ?? 'blue') as LabelColor,
    rule: label?.rule ?? null,
  }
  const form = useContractForm(label ? changeLabel : createLabel, {
    initial,
    ...(label && { params: { id: label.id } }),
    // Shown instead: the label in the table
    quiet: true,
    onSuccess: onClose,
  })
  const { name, color, rule } = form.values
  return (
    <ContractForm form={form} submitLabel={label ? 'Save' : 'Create label'} onCancel={onClose} onlyChanges>
      <TextInput {...form.field('name')} label="Name" maxLength={40} data-autofocus />
      <NativeSelect {...form.field('color')} label="Color" data={COLOR_NAMES} />
      <div>
        <LabelChip name={name.trim() || 'Label'} color={color} />
      </div>
      <RuleFields label={label} rule={rule} onChange={(next) => form.set({ rule: next })} />
    </ContractForm>
  )
}

/** Creates or edits a label. */
export const LabelDialog = formDialog(
  ({ label }) => (label ? `Edit “${label.name}”` : 'New label'),
  460,
  LabelFields,
)
