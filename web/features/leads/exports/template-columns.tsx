import { ActionIcon, Box, Group, Select, Text, TextInput, VisuallyHidden } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useId, useState } from 'react'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { findField } from '#web/lib/list-fields.ts'
import { useLineDrag } from '#web/lib/use-line-drag.ts'
import { Grip, MoveButtons } from '#web/ui/line-tools.tsx'
import { exportable, moved } from './template-draft.ts'

const TOOL = { variant: 'subtle', color: 'gray', size: 24 } as const
const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

interface TemplateColumnsProps {
  type: ListTypeId
  columns: string[]
  headers: Record<string, string>
  onColumns: (columns: string[]) => void
  onHeaders: (headers: Record<string, string>) => void
}

/** Columns of a template: sorted by drag or buttons, with their names in the file. */
export function TemplateColumns({ type, columns, headers, onColumns, onHeaders }: TemplateColumnsProps) {
  const title = useId()
  const [announcement, setAnnouncement] = useState('')
  const { dragged, list } = useLineDrag((name, place) => onColumns(moved(columns, name, place)))
  const findLabel = (name: string) => findField(type, name)?.label ?? name
  const step = (name: string, by: -1 | 1) => {
    const next = moved(columns, name, columns.indexOf(name) + by)
    onColumns(next)
    setAnnouncement(`${findLabel(name)}, column ${next.indexOf(name) + 1} of ${next.length}`)
  }
  const others = exportable(type).filter(({ name }) => !columns.includes(name))
  return (
    <div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <Text component="div" fw={500} fz="sm" id={title}>
        Columns
      </Text>
      <Box
        component="ul"
        mah={260}
        mt={4}
        mb="xs"
        p={4}
        bd="var(--app-line)"
        bdrs="sm"
        style={{ overflow: 'auto' }}
        aria-labelledby={title}
        {...list}
      >
        {columns.map((name) => (
          <Group
            key={name}
            component="li"
            wrap="nowrap"
            gap={4}
            mih={34}
            bdrs="sm"
            data-column={name}
            data-dragged={dragged === name || undefined}
          >
            <Grip row={name} />
            <Text component="span" truncate flex={1} miw={0} fz="sm" title={findLabel(name)}>
              {findLabel(name)}
            </Text>
            <TextInput
              size="xs"
              flex={1}
              aria-label={`Name of ${findLabel(name)} in the file`}
              placeholder={name}
              maxLength={100}
              value={headers[name] ?? ''}
              onChange={(event) => onHeaders({ ...headers, [name]: event.currentTarget.value })}
            />
            <MoveButtons name={findLabel(name)} size={24} onStep={(by) => step(name, by)} />
            <ActionIcon
              {...TOOL}
              aria-label={`Leave out ${findLabel(name)}`}
              disabled={columns.length === 1}
              onClick={() => onColumns(columns.filter((column) => column !== name))}
            >
              <IconX {...ICON} />
            </ActionIcon>
          </Group>
        ))}
      </Box>
      {others.length > 0 && (
        <Select
          size="xs"
          aria-label="Add a column"
          placeholder="Add a column"
          searchable
          data={others.map(({ name, label }) => ({ value: name, label }))}
          value={null}
          onChange={(name) => name && onColumns([...columns, name])}
        />
      )}
    </div>
  )
}
