import { Box, Button, NativeSelect, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { memo, useMemo } from 'react'
import { type CustomField, customFields } from '#contract/leads/custom-fields.ts'
import { formatCount } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import plain from '#web/ui/plain-table.module.css'
import {
  doubled,
  type Inspected,
  isIdentified,
  mappingLabel,
  newFieldCount,
  targetGroups,
  targetOfValue,
  valueOfTarget,
  withoutNewFields,
} from './column-targets.ts'
import classes from './lead-import.module.css'
import { type LeadImport, needsFields } from './use-lead-import.ts'

/** Encodings to choose from; empty lets the server detect it. */
const ENCODINGS = [
  { value: '', label: 'Detect automatically' },
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'windows-1252', label: 'Windows-1252 (Western)' },
  { value: 'windows-1250', label: 'Windows-1250 (Central European)' },
  { value: 'windows-1251', label: 'Windows-1251 (Cyrillic)' },
  { value: 'shift_jis', label: 'Shift JIS (Japanese)' },
]

/** Summary of the uploaded file. */
function fileLabels({ format, encoding, sheet, columns, remembered }: Inspected): string {
  const form = format === 'xlsx' ? `Excel, sheet “${sheet}”` : `CSV, ${encoding?.toUpperCase()}`
  const mappingNote = remembered ? ' · Uses your last mapping' : ''
  return `${form} · ${formatCount(columns.length, 'column')}${mappingNote}`
}

const hasPhone = (state: LeadImport) =>
  Object.values(state.mapping).some((target) => target && 'field' in target && target.field === 'phone')

interface ColumnRowProps {
  column: Inspected['columns'][number]
  groups: ReturnType<typeof targetGroups>
  /** The chosen target as a value of the select. */
  value: string
  isDoubled: boolean
  setMapping: LeadImport['setMapping']
}

/** One column; re-rendered only when its own target changes, because files have up to hundreds of columns. */
const ColumnRow = memo(function ColumnRow({ column, groups, value, isDoubled, setMapping }: ColumnRowProps) {
  const { name, samples, target, reason } = column
  return (
    <tr>
      <th scope="row">{name}</th>
      <Text component="td" truncate maw={260} c="dimmed">
        {samples.join(' · ') || 'No values'}
      </Text>
      <Box component="td" miw={200}>
        <Select
          size="xs"
          aria-label={`${name} becomes`}
          placeholder="Skip"
          data={groups}
          value={value || null}
          onChange={(next) => setMapping((now) => ({ ...now, [name]: targetOfValue(next ?? '', name) }))}
          searchable
          clearable
          comboboxProps={{ withinPortal: true }}
          description={value === valueOfTarget(target) ? reason : undefined}
          error={isDoubled ? 'Another column uses this field' : undefined}
        />
      </Box>
    </tr>
  )
})

function ColumnsTable({
  state,
  found,
  custom,
}: {
  state: LeadImport
  found: Inspected
  custom: readonly CustomField[]
}) {
  const { mapping, setMapping, type } = state
  const twice = doubled(mapping)
  const groups = useMemo(() => targetGroups(type, custom), [type, custom])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className={classes.table} aria-label="Columns of the file" tabIndex={0}>
      <table className={plain.table}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">First values</th>
            <th scope="col">Becomes</th>
          </tr>
        </thead>
        <tbody>
          {found.columns.map((column) => (
            <ColumnRow
              key={column.name}
              column={column}
              groups={groups}
              value={valueOfTarget(mapping[column.name])}
              isDoubled={twice.has(column.name)}
              setMapping={setMapping}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const NO_FIELDS: CustomField[] = []

/** Maps columns to fields. */
export function ColumnsStep({ state }: { state: LeadImport }) {
  const { inspected, encoding, setEncoding, mapping } = state
  const custom = useEndpoint(customFields)
  const encodingSelect = (
    <NativeSelect
      label="Encoding"
      data={ENCODINGS}
      value={encoding}
      onChange={(event) => setEncoding(event.currentTarget.value)}
    />
  )
  if (inspected.isPending || custom.isPending) {
    return (
      <Stack role="status" aria-label="Reading the file" gap={8}>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} height={40} />
        ))}
      </Stack>
    )
  }
  if (inspected.isError) {
    return (
      <>
        <LoadError what="The file" query={inspected} />
        <div className={classes.row}>{encodingSelect}</div>
      </>
    )
  }
  const found = inspected.data.data
  return (
    <>
      <Text c="dimmed" className="numeric">{`${fileLabels(found)} · ${mappingLabel(mapping)}`}</Text>
      <ColumnsTable state={state} found={found} custom={custom.data?.data ?? NO_FIELDS} />
      {needsFields(state) && (
        <Notice tone="warning">
          {`${newFieldCount(mapping)} columns match no field. Create a custom field for each, or skip them? You can still choose for each column above.`}
          <div className={classes.row}>
            <Button variant="default" onClick={() => state.setMapping(withoutNewFields(mapping))}>
              Skip them
            </Button>
            <Button variant="default" onClick={() => state.setMakesFields(true)}>
              {`Create ${newFieldCount(mapping)} custom fields`}
            </Button>
          </div>
        </Notice>
      )}
      {!isIdentified(mapping) && (
        <Notice tone="warning">
          Choose a column for the name, email or website, so we can tell rows apart.
        </Notice>
      )}
      <div className={classes.row}>
        {hasPhone(state) && (
          <TextInput
            label="Default country for phone numbers"
            placeholder="e.g. Germany"
            maxLength={100}
            value={state.country}
            onChange={(event) => state.setCountry(event.currentTarget.value)}
          />
        )}
        {found.format === 'csv' && encodingSelect}
      </div>
    </>
  )
}
