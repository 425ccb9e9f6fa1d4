import { NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { partLabel } from '#contract/admin/kit-part-names.ts'
import { type StoredKitDetail, showKitVersion } from '#contract/admin/stored-kits.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Part } from '#web/ui/part.tsx'
import { TextBlock } from '#web/ui/text-block.tsx'
import { formatContent, versionLabel } from './kit-labels.ts'

interface KitPart {
  part: string
  settings: Record<string, unknown>
}

const COLUMNS: readonly Column<KitPart>[] = [
  { id: 'part', label: 'Part', card: 'title', wrap: '220px', cell: ({ part }) => partLabel(part) },
  {
    id: 'count',
    label: 'Settings',
    align: 'end',
    cell: ({ settings }) => formatNumber(Object.keys(settings).length),
  },
  {
    id: 'names',
    label: 'Names',
    wrap: '420px',
    cell: ({ settings }) => Object.keys(settings).join(', ') || 'None: removes what the kit added',
  },
]

const listParts = (document: Record<string, unknown>): KitPart[] =>
  Object.entries(document).flatMap(([part, settings]) =>
    typeof settings === 'object' && settings !== null
      ? [{ part, settings: settings as Record<string, unknown> }]
      : [],
  )

const isDefault = (content: unknown): boolean =>
  typeof content === 'object' && content !== null && Object.keys(content).length === 0

/** What is in a version, part by part. */
export function KitContents({ kit }: { kit: StoredKitDetail }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const number = chosen ?? kit.version
  const found = useEndpoint(showKitVersion, { params: { id: kit.id, number } })
  const document = found.data?.data.document
  return (
    <Part title="What is in it">
      {kit.versions.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label="Version"
          style={{ alignSelf: 'flex-start' }}
          data={kit.versions.map((version) => ({
            value: String(version.number),
            label: versionLabel(version.number),
          }))}
          value={String(number)}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        />
      )}
      <DataTable
        label="Parts of the kit"
        things="parts"
        framed
        found={{ ...found, rows: document && listParts(document) }}
        columns={COLUMNS}
        rowKey={({ part }) => part}
        inside={({ part, settings }) => (
          <Stack gap="sm" pe={{ base: 0, sm: 'md' }} pt={4}>
            {Object.entries(settings).map(([name, content]) => (
              <div key={name}>
                <h3>{name}</h3>
                <TextBlock
                  label={`${partLabel(part)}: ${name}`}
                  text={isDefault(content) ? 'As by default' : formatContent(content)}
                  height={240}
                />
              </div>
            ))}
          </Stack>
        )}
      />
    </Part>
  )
}
