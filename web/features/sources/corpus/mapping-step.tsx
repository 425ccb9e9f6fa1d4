import { Alert, NativeSelect, Skeleton, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Reply } from '#contract/core/endpoint.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import type { previewImport } from '#contract/sources/corpus.ts'
import { FIELDS_OF_KIND, type ImportKind } from '#contract/sources/import-kinds.ts'
import { ROW_UNIT_OF } from '#contract/sources/place-formats.ts'
import { Frame } from '#web/ui/frame.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import plain from '#web/ui/plain-table.module.css'
import classes from './corpus-page.module.css'
import {
  columnLabels,
  FIELD_LABELS,
  fileLabels,
  isRequired,
  listFields,
  type Mapping,
  mapField,
  missingFields,
} from './mapping.ts'

type PreviewQuery = UseQueryResult<Reply<typeof previewImport>>
type Preview = Reply<typeof previewImport>['data']

/** Encodings to choose from; empty lets the server detect it. */
const ENCODINGS = [
  { value: '', label: 'Detect automatically' },
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'windows-1252', label: 'Windows-1252 (Western)' },
  { value: 'iso-8859-15', label: 'ISO 8859-15 (Western)' },
  { value: 'windows-1250', label: 'Windows-1250 (Central European)' },
  { value: 'windows-1251', label: 'Windows-1251 (Cyrillic)' },
  { value: 'shift_jis', label: 'Shift JIS (Japanese)' },
]

interface MappingStepProps {
  kind: ImportKind
  preview: PreviewQuery
  mapping: Mapping
  onMapping: (mapping: Mapping) => void
  encoding: string
  onEncoding: (encoding: string) => void
}

function SampleRows({ preview, mapping, kind }: { preview: Preview; mapping: Mapping; kind: ImportKind }) {
  return (
    <Frame
      component="section"
      mah={320}
      style={{ overflow: 'auto' }}
      aria-label="First rows of the file"
      tabIndex={0}
    >
      <table className={plain.table} style={{ whiteSpace: 'nowrap' }}>
        <thead>
          <tr>
            {preview.columns.map((column) => (
              <th key={column} scope="col">
                {columnLabels(preview, column)}
                {preview.layout === null && (
                  <Text c="dimmed" className="numeric">
                    {listFields(mapping, column, kind)
                      .map((field) => FIELD_LABELS[field])
                      .join(', ') || '–'}
                  </Text>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.slice(0, 6).map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no id
            <tr key={line}>
              {preview.columns.map((column, at) => (
                <td key={column}>{row[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  )
}

/** Maps columns to fields, beside the first rows of the file; for a known layout, shows only the rows. */
export function MappingStep(props: MappingStepProps) {
  const { kind, preview, mapping, onMapping, encoding, onEncoding } = props
  const encodingSelect = (
    <NativeSelect
      label="Encoding"
      data={ENCODINGS}
      value={encoding}
      onChange={(event) => onEncoding(event.currentTarget.value)}
    />
  )
  if (preview.isPending) {
    return (
      <div role="status" aria-label="Reading the file" className={classes.fields}>
        {FIELDS_OF_KIND[kind].map((field) => (
          <Skeleton key={field} height={54} />
        ))}
      </div>
    )
  }
  if (preview.isError) {
    return (
      <>
        <LoadError what="The file" query={preview} />
        {encodingSelect}
      </>
    )
  }
  const { data } = preview.data
  const columns = [
    { value: '', label: 'Not in this file' },
    ...data.columns.map((column) => ({ value: column, label: column })),
  ]
  const missing = missingFields(mapping, kind)
  return (
    <>
      <Text c="dimmed" className="numeric">
        {fileLabels(data)}
      </Text>
      <SampleRows preview={data} mapping={mapping} kind={kind} />
      {data.problems.length > 0 && (
        <Alert color="yellow" variant="light">
          {`Some of the first rows cannot be read and would be rejected, e.g. ${ROW_UNIT_OF[data.format]} ${data.problems[0]?.line}: ${data.problems[0]?.reason}`}
        </Alert>
      )}
      {data.unknown_categories.length > 0 && (
        <Alert color="yellow" variant="light">
          {`These categories aren’t known: ${data.unknown_categories.join(', ')}. Their places are found by keywords only, unless you choose a default category in the next step.`}
        </Alert>
      )}
      {data.layout === null && (
        <div className={classes.fields}>
          {FIELDS_OF_KIND[kind].map((field) => (
            <NativeSelect
              key={field}
              label={FIELD_LABELS[field]}
              required={isRequired(kind, field)}
              error={missing.includes(field) ? MESSAGES.required : undefined}
              data={columns}
              value={mapping[field] ?? ''}
              onChange={(event) => onMapping(mapField(mapping, field, event.currentTarget.value))}
            />
          ))}
          {data.format === 'csv' && encodingSelect}
        </div>
      )}
    </>
  )
}
