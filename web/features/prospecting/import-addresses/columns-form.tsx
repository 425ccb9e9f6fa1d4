import { Checkbox, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core'
import { customFields } from '#contract/leads/custom-fields.ts'
import { labels } from '#contract/leads/labels.ts'
import {
  changeImportAddress,
  type ImportAddress,
  type MappedColumn,
} from '#contract/prospecting/import-addresses.ts'
import type { ColumnTarget, ImportMapping } from '#contract/prospecting/lead-imports.ts'
import { useUser } from '#web/lib/session.ts'
import { type ContractForm as Form, useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Part } from '#web/ui/part.tsx'
import plain from '#web/ui/plain-table.module.css'
import { doubled, targetGroups, targetOfValue, valueOfTarget } from '../lead-imports/column-targets.ts'
import classes from '../lead-imports/lead-import.module.css'

interface Values {
  mapping: ImportMapping
  country: string
  label_ids: number[]
  notify_ids: number[]
}

const makeValues = (shown: ImportAddress): Values => ({
  mapping: Object.fromEntries(shown.columns.map(({ name, target }) => [name, target])),
  country: shown.country ?? '',
  label_ids: shown.label_ids,
  notify_ids: shown.notify_ids,
})

const noteOf = ({ is_decided: isDecided, reason }: MappedColumn, isChanged: boolean): string | undefined =>
  isChanged || isDecided ? undefined : `Proposed. ${reason}`

function ColumnsTable({ form, shown }: { form: Form<Values>; shown: ImportAddress }) {
  const custom = useEndpoint(customFields).data?.data ?? []
  const groups = targetGroups(shown.type, custom)
  const { mapping } = form.values
  const twice = doubled(mapping)
  const set = (name: string, target: ColumnTarget) => form.set({ mapping: { ...mapping, [name]: target } })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className={classes.table} aria-label="Columns and their fields" tabIndex={0}>
      <table className={plain.table}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Last values</th>
            <th scope="col">Becomes</th>
          </tr>
        </thead>
        <tbody>
          {shown.columns.map((column) => {
            const { name, samples, target } = column
            const value = valueOfTarget(mapping[name])
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <Text component="td" truncate maw={260} c="dimmed">
                  {samples.join(' · ') || 'No values'}
                </Text>
                <td>
                  <Select
                    size="xs"
                    aria-label={`${name} becomes`}
                    placeholder="Leave out"
                    data={groups}
                    value={value || null}
                    onChange={(next) => set(name, targetOfValue(next ?? '', name))}
                    searchable
                    clearable
                    description={noteOf(column, value !== valueOfTarget(target))}
                    error={twice.has(name) ? 'Another column uses this field' : undefined}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function AfterTaking({ form }: { form: Form<Values> }) {
  const { values, set } = form
  const { id } = useUser()
  const found = useEndpoint(labels)
  return (
    <>
      <TextInput
        {...form.field('country')}
        label="Country of phone numbers"
        description="For numbers without a country code"
        placeholder="e.g. Germany"
        maxLength={100}
      />
      <MultiSelect
        label="Labels"
        description="Leads from this address get them"
        data={(found.data?.data ?? []).map((label) => ({ value: String(label.id), label: label.name }))}
        value={values.label_ids.map(String)}
        onChange={(ids) => set({ label_ids: ids.map(Number) })}
      />
      <Checkbox
        label="Notify me of the first leads of a day"
        checked={values.notify_ids.includes(id)}
        onChange={(event) =>
          set({
            notify_ids: event.currentTarget.checked
              ? [...values.notify_ids, id]
              : values.notify_ids.filter((other) => other !== id),
          })
        }
      />
    </>
  )
}

/** Which column fills which field, and what happens to the leads. */
export function ColumnsForm({ listId, shown }: { listId: number; shown: ImportAddress }) {
  const form = useContractForm(changeImportAddress, {
    initial: makeValues(shown),
    params: { id: listId },
    body: ({ country, ...rest }) => ({ ...rest, country: country.trim() || null }),
  })
  const open = shown.columns.filter(({ is_decided: isDecided }) => !isDecided).length
  return (
    <Part
      title="Columns"
      hint="The first delivery proposes them. Save to confirm; then take deliveries again that lack a column."
    >
      <ContractForm form={form} submitLabel="Save columns">
        <Stack gap="md">
          {shown.columns.length === 0 ? (
            <Hint>Hand in a first lead: its columns appear here.</Hint>
          ) : (
            <ColumnsTable form={form} shown={shown} />
          )}
          {open > 0 && (
            <Notice tone="warning">
              {open === 1
                ? '1 column is proposed and not confirmed yet. A new custom field is created when you save.'
                : `${open} columns are proposed and not confirmed yet. New custom fields are created when you save.`}
            </Notice>
          )}
          <AfterTaking form={form} />
        </Stack>
      </ContractForm>
    </Part>
  )
}
