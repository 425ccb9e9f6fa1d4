import { ActionIcon, Box, Button, Popover, SegmentedControl, TextInput, VisuallyHidden } from '@mantine/core'
import IconColumns from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { defaultColumns, ROW_HEIGHTS, type RowHeight } from '#contract/leads/views.ts'
import { findField, listFields } from '#web/lib/list-fields.ts'
import { useLineDrag } from '#web/lib/use-line-drag.ts'
import { Tip } from '#web/ui/tip.tsx'
import { ButtonLink } from '../../../../ui/links.tsx'
import { findPlace, isShown, moveColumnTo, toggleColumn, togglePin } from '../../lead-data/grid-columns.ts'
import { editColumns, findLayout, useGridColumns } from '../../lead-data/use-grid-columns.ts'
import { HiddenLine, type LineEvents, ShownLine } from './column-lines.tsx'

const HEIGHT_LABELS: Record<RowHeight, string> = { compact: 'Compact', normal: 'Normal', tall: 'Tall' }

const findLabel = (type: ListTypeId, name: string): string => findField(type, name)?.label ?? name

/** Line actions, with their screen reader announcements. */
function useLines(type: ListTypeId) {
  const [announcement, setAnnouncement] = useState('')
  const [focused, setFocused] = useState<{ name: string; byKey: boolean } | null>(null)
  const lines = useRef<HTMLDivElement>(null)
  // A line that moves to the other list keeps the focus.
  useLayoutEffect(() => {
    const box = focused && lines.current?.querySelector<HTMLElement>(`[data-column="${focused.name}"] input`)
    box?.focus({ preventScroll: !focused?.byKey })
  }, [focused])
  const events = useMemo((): LineEvents => {
    const now = () => findLayout(type).get().columns
    const announcePlace = (name: string) =>
      setAnnouncement(
        `${findLabel(type, name)}, column ${findPlace(now(), name) + 1} of ${now().shown.length}`,
      )
    return {
      toggle: (name, byKey) => {
        editColumns(type, (columns) => toggleColumn(columns, name))
        setFocused({ name, byKey })
      },
      pin: (name) => {
        editColumns(type, (columns) => togglePin(columns, name))
        announcePlace(name)
      },
      step: (name, step) => {
        editColumns(type, (columns) => moveColumnTo(columns, name, findPlace(columns, name) + step))
        announcePlace(name)
      },
    }
  }, [type])
  return { announcement, lines, events }
}

function ColumnLists({ type, search }: { type: ListTypeId; search: string }) {
  const columns = useGridColumns(type)
  const { announcement, lines, events } = useLines(type)
  const { dragged, list } = useLineDrag((name, place) =>
    editColumns(type, (now) => moveColumnTo(now, name, place)),
  )
  const needle = search.trim().toLowerCase()
  const matches = (name: string) => findLabel(type, name).toLowerCase().includes(needle)
  const shown = columns.shown.filter(({ field }) => matches(field))
  const hidden = listFields(type).filter(({ name }) => !isShown(columns, name) && matches(name))
  return (
    <Box mah="min(400px, 50dvh)" mx={-4} style={{ overflow: 'auto' }} ref={lines}>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {shown.length > 0 && (
        <Box mt="xs" mb={2} mx={4} fw={500} fz="xs" c="dimmed">
          Shown
        </Box>
      )}
      <ul aria-label="Shown columns" hidden={shown.length === 0} {...list}>
        {shown.map(({ field, pinned }) => (
          <ShownLine
            key={field}
            name={field}
            label={findLabel(type, field)}
            events={events}
            pinned={pinned}
            dragged={dragged === field}
            fixed={needle !== ''}
          />
        ))}
      </ul>
      {hidden.length > 0 && (
        <>
          <Box mt="xs" mb={2} mx={4} fw={500} fz="xs" c="dimmed">
            Hidden
          </Box>
          <ul aria-label="Hidden columns">
            {hidden.map(({ name, label }) => (
              <HiddenLine key={name} name={name} label={label} events={events} />
            ))}
          </ul>
        </>
      )}
      {shown.length + hidden.length === 0 && (
        <Box component="p" my="sm" mx={4} c="dimmed">
          No matching columns
        </Box>
      )}
    </Box>
  )
}

function ChooserBody({ type }: { type: ListTypeId }) {
  const { row_height } = useGridColumns(type)
  const [search, setSearch] = useState('')
  return (
    <>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Row height"
        value={row_height}
        onChange={(height) => editColumns(type, (now) => ({ ...now, row_height: height as RowHeight }))}
        data={ROW_HEIGHTS.map((value) => ({ value, label: HEIGHT_LABELS[value] }))}
      />
      <TextInput
        size="xs"
        my={8}
        aria-label="Find a column"
        placeholder="Find a column"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        data-autofocus
      />
      <ColumnLists type={type} search={search} />
      <Button
        variant="subtle"
        color="gray"
        fullWidth
        mt={4}
        onClick={() => editColumns(type, () => defaultColumns(type))}
      >
        Reset columns
      </Button>
      <ButtonLink to="/lead-search/custom-fields" variant="subtle" color="gray" fullWidth>
        Custom fields
      </ButtonLink>
    </>
  )
}

/** Chooses the columns of the grid, their order and pins, and the row height. */
export function ColumnChooser({ type }: { type: ListTypeId }) {
  return (
    <Popover position="bottom-end" width={304} trapFocus withinPortal>
      <Popover.Target>
        <Tip label="Columns and row height">
          <ActionIcon variant="default" size={30} aria-label="Columns and row height">
            <IconColumns size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tip>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label="Columns">
        <ChooserBody type={type} />
      </Popover.Dropdown>
    </Popover>
  )
}
