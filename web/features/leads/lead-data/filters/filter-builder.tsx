import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  SegmentedControl,
  TextInput,
  VisuallyHidden,
} from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { FilterOperator } from '#contract/core/constants.ts'
import type { FilterGroup } from '#contract/leads/leads.ts'
import { type FieldKind, NUMERIC_KINDS } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { readDaysAgo } from '#contract/leads/relative-day.ts'
import { fromKm, toKm, userUnit } from '#web/lib/distance.ts'
import { findField, listFields } from '#web/lib/list-fields.ts'
import { fromPercent, toPercent } from '#web/lib/rate.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import classes from './filter-builder.module.css'
import {
  canAddRule,
  canNest,
  editGroup,
  editRule,
  fromDraft,
  type GroupDraft,
  isGroup,
  newGroup,
  newRule,
  type RuleDraft,
  removeRule,
  toDraft,
} from './filter-draft.ts'
import { operatorLabel } from './filter-edits.ts'
import { listOperators, needsValue } from './filter-reader.ts'

const inputType = (type: ListTypeId, field: string) => {
  const kind = findField(type, field)?.kind
  if (kind === 'date') return 'date'
  return kind && NUMERIC_KINDS.includes(kind) ? 'number' : 'text'
}

/** An area, and a day that moves (“90 days ago”), are no input of the browser’s. */
const isWritten = ({ operator, value }: RuleDraft): boolean =>
  operator === 'area' || readDaysAgo(value) !== null

interface Unit {
  symbol: string
  toShown(stored: number): number
  toStored(shown: number): number
}

/** Distances are typed in the reader's unit and rates in percent; the rule has kilometres and a fraction. */
const UNITS: Partial<Record<FieldKind, Unit>> = {
  distance: {
    symbol: userUnit(),
    toShown: (km) => fromKm(km, userUnit()),
    toStored: (distance) => toKm(distance, userUnit()),
  },
  rate: { symbol: '%', toShown: toPercent, toStored: fromPercent },
}

const findUnit = (type: ListTypeId, { field }: RuleDraft): Unit | undefined =>
  UNITS[findField(type, field)?.kind ?? 'text']
const shownValue = (type: ListTypeId, rule: RuleDraft): string => {
  const unit = findUnit(type, rule)
  return unit && rule.value !== '' ? String(unit.toShown(Number(rule.value))) : rule.value
}
const storedValue = (type: ListTypeId, rule: RuleDraft, value: string): string => {
  const unit = findUnit(type, rule)
  return unit && value !== '' ? String(unit.toStored(Number(value))) : value
}

interface RuleLineProps {
  type: ListTypeId
  rule: RuleDraft
  onChange: (rule: RuleDraft) => void
  onRemove: () => void
}

function RuleLine({ type, rule, onChange, onRemove }: RuleLineProps) {
  const fields = listFields(type).filter((field) => field.filterable)
  // An area is drawn on the map; an existing area rule is kept.
  const operators = listOperators(type, rule.field).filter(
    (operator) => operator !== 'area' || rule.operator === 'area',
  )
  const set = (change: Partial<RuleDraft>) => onChange(editRule(type, rule, change))
  return (
    <div className={classes.rule}>
      <NativeSelect
        aria-label="Field"
        size="xs"
        value={rule.field}
        data={fields.map(({ name, label }) => ({ value: name, label }))}
        onChange={(event) => set({ field: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Operator"
        size="xs"
        value={rule.operator}
        data={operators.map((value) => ({ value, label: operatorLabel(type, rule.field, value) }))}
        onChange={(event) => set({ operator: event.currentTarget.value as FilterOperator })}
      />
      {needsValue(rule.operator) ? (
        <TextInput
          aria-label="Value"
          size="xs"
          type={isWritten(rule) ? 'text' : inputType(type, rule.field)}
          step="any"
          value={shownValue(type, rule)}
          maxLength={500}
          onChange={(event) => set({ value: storedValue(type, rule, event.currentTarget.value) })}
          rightSection={findUnit(type, rule)?.symbol}
        />
      ) : (
        <span />
      )}
      <ActionIcon variant="subtle" color="gray" aria-label="Remove this filter" onClick={onRemove}>
        <IconTrash size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  )
}

interface GroupBoxProps {
  type: ListTypeId
  group: GroupDraft
  depth: number
  full: boolean
  onRoot: (edit: (root: GroupDraft) => GroupDraft) => void
}

function GroupBox({ type, group, depth, full, onRoot }: GroupBoxProps) {
  const first = listFields(type).find((field) => field.filterable)?.name ?? ''
  const edit = (change: (group: GroupDraft) => GroupDraft) =>
    onRoot((root) => editGroup(root, group.key, change))
  const append = (rule: RuleDraft | GroupDraft) => edit((now) => ({ ...now, rules: [...now.rules, rule] }))
  const replace = (rule: RuleDraft) =>
    edit((now) => ({ ...now, rules: now.rules.map((other) => (other.key === rule.key ? rule : other)) }))
  return (
    <fieldset className={classes.group} data-nested={depth > 1 || undefined}>
      <VisuallyHidden component="legend">{depth > 1 ? 'Group of filters' : 'Filters'}</VisuallyHidden>
      <SegmentedControl
        size="xs"
        aria-label="How the filters of this group combine"
        value={group.match}
        onChange={(match) => edit((now) => ({ ...now, match: match === 'or' ? 'or' : 'and' }))}
        data={[
          { value: 'and', label: 'Match all' },
          { value: 'or', label: 'Match any' },
        ]}
      />
      {group.rules.map((rule) =>
        isGroup(rule) ? (
          <GroupBox key={rule.key} type={type} group={rule} depth={depth + 1} full={full} onRoot={onRoot} />
        ) : (
          <RuleLine
            key={rule.key}
            type={type}
            rule={rule}
            onChange={replace}
            onRemove={() => onRoot((root) => removeRule(root, rule.key))}
          />
        ),
      )}
      <Group gap={8}>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={full}
          onClick={() => append(newRule(type, first))}
        >
          Add filter
        </Button>
        {canNest(depth) && (
          <Button
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={full}
            onClick={() => append(newGroup(type, first, group.match === 'and' ? 'or' : 'and'))}
          >
            Add group
          </Button>
        )}
      </Group>
    </fieldset>
  )
}

interface FilterBuilderProps {
  type: ListTypeId
  filter: FilterGroup | null
  onApply: (filter: FilterGroup | null) => void
  onClose: () => void
  /** How many leads the filter matches. */
  count?: (filter: FilterGroup | null) => ReactNode
}

function BuilderForm({ type, filter, onApply, onClose, count }: FilterBuilderProps) {
  const first = listFields(type).find((field) => field.filterable)?.name ?? ''
  const [root, setRoot] = useState(() => (filter ? toDraft(filter) : newGroup(type, first)))
  const built = fromDraft(type, root)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(built)
    onClose()
  }
  return (
    <form onSubmit={submit}>
      <GroupBox
        type={type}
        group={root}
        depth={1}
        full={!canAddRule(built)}
        onRoot={(edit) => setRoot(edit)}
      />
      {count?.(built)}
      <DialogButtons
        onCancel={onClose}
        beside={
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              onApply(null)
              onClose()
            }}
          >
            Clear these filters
          </Button>
        }
      >
        <Button type="submit">Show leads</Button>
      </DialogButtons>
    </form>
  )
}

/** Filters on any field, with operators by type, in groups of Match all or Match any. */
export const FilterBuilder = formDialog('More filters', 680, BuilderForm)
