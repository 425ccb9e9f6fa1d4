import { Checkbox, NativeSelect, SegmentedControl, SimpleGrid, Text, TextInput } from '@mantine/core'
import { MERGE_POLICIES, type MergePolicy } from '#contract/activity/run-kinds/lead-import.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { lists } from '#contract/leads/lists.ts'
import { errorMessage } from '#web/lib/api.ts'
import { useOfferedActions } from '#web/lib/lead-actions.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Notice } from '#web/ui/notice.tsx'
import { fieldOptions } from './column-targets.ts'
import classes from './lead-import.module.css'
import { type LeadImport, nameOfFile } from './use-lead-import.ts'

const POLICY_LABELS: Record<MergePolicy, string> = {
  fill: 'Only fill empty values',
  newer: 'Use the newer value',
  always: 'Use the file’s value',
}
const policies = MERGE_POLICIES.map((value) => ({ value, label: POLICY_LABELS[value] }))

/** Fields whose merging can be told one by one: those that some column feeds. */
function mergeableFields({ type, mapping }: LeadImport) {
  const fed = new Set(
    Object.values(mapping).flatMap((target) =>
      target && 'field' in target ? [`field:${target.field}`] : [],
    ),
  )
  return fieldOptions(type).filter(({ value }) => fed.has(value) && !/:(first|last)_name$/.test(value))
}

function Target({ state }: { state: LeadImport }) {
  const { settings, setSettings, type, progress } = state
  const found = useEndpoint(lists, { query: { type, limit: MAX_PAGE_SIZE } })
  const rows = found.data?.data ?? []
  const isNew = settings.listId === null
  return (
    <div className={classes.row}>
      <div>
        <Text component="span" display="block" mb={4} fz="sm" fw={500} id="target">
          Import into
        </Text>
        <SegmentedControl
          size="xs"
          aria-labelledby="target"
          data={[
            { value: 'new', label: 'A new list' },
            { value: 'old', label: 'An existing list', disabled: rows.length === 0 },
          ]}
          value={isNew ? 'new' : 'old'}
          onChange={(value) =>
            setSettings({ ...settings, listId: value === 'new' ? null : (rows[0]?.id ?? null) })
          }
        />
      </div>
      {isNew ? (
        <TextInput
          label="List name"
          placeholder={nameOfFile(progress?.file.name ?? '')}
          maxLength={150}
          value={settings.name}
          onChange={(event) => setSettings({ ...settings, name: event.currentTarget.value })}
        />
      ) : (
        <NativeSelect
          label="List"
          data={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(settings.listId)}
          onChange={(event) => setSettings({ ...settings, listId: Number(event.currentTarget.value) })}
        />
      )}
    </div>
  )
}

function Merging({ state }: { state: LeadImport }) {
  const { settings, setSettings } = state
  const setField = (name: string, value: string) => {
    const mergeFields = { ...settings.mergeFields }
    if (value === '') delete mergeFields[name]
    else mergeFields[name] = value as MergePolicy
    setSettings({ ...settings, mergeFields })
  }
  return (
    <>
      <div className={classes.row}>
        <NativeSelect
          label="Leads already in the list"
          data={policies}
          value={settings.merge}
          onChange={(event) => setSettings({ ...settings, merge: event.currentTarget.value as MergePolicy })}
        />
      </div>
      <details>
        <summary>Choose per field</summary>
        <SimpleGrid minColWidth={200} spacing="sm" mt="sm">
          {mergeableFields(state).map(({ value, label }) => (
            <NativeSelect
              key={value}
              label={label}
              data={[{ value: '', label: 'Same as above' }, ...policies]}
              value={settings.mergeFields[value.slice(6)] ?? ''}
              onChange={(event) => setField(value.slice(6), event.currentTarget.value)}
            />
          ))}
        </SimpleGrid>
      </details>
    </>
  )
}

/** Where the rows go, and what happens to leads that are there. */
export function SettingsStep({ state }: { state: LeadImport }) {
  const { settings, setSettings, type, start } = state
  const finding = useOfferedActions({ type, view: 'active' }).find(({ name }) => name === 'find-emails')
  return (
    <>
      <Target state={state} />
      <Merging state={state} />
      {finding && (
        <Checkbox
          label="Find emails after the import"
          description={`${finding.price?.(type) ?? ''}. You’ll see the price and confirm it after the import.`}
          checked={settings.findEmails}
          onChange={(event) => setSettings({ ...settings, findEmails: event.currentTarget.checked })}
        />
      )}
      <Text c="dimmed" className="numeric">
        Importing is free and can be undone.
      </Text>
      {start.isError && <Notice tone="danger">{errorMessage(start.error)}</Notice>}
    </>
  )
}
