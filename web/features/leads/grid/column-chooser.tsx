import { ActionIcon, Button, Checkbox, Popover, SegmentedControl, TextInput, Tooltip } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconColumns from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs'
import IconPin from '@tabler/icons-react/dist/esm/icons/IconPin.mjs'
import { type DragEvent, memo, useCallback, useState } from 'react'
import { fieldOf, type ListTypeId } from '#contract/list-types/index.ts'
import classes from './column-chooser.module.css'
import {
  type ColumnPrefs,
  DENSITIES,
  type Density,
  defaultPrefs,
  moveColumn,
  moveColumnTo,
  toggleColumn,
  togglePin,
} from './column-prefs.ts'
import { editPrefs, useColumnPrefs } from './use-column-prefs.ts'

const DENSITY_LABELS: Record<Density, string> = { compact: 'Compact', normal: 'Normal', tall: 'Tall' }

interface ColumnLineProps {
  name: string
  label: string
  shown: boolean
  pinned: boolean
  /** Order cannot be changed while only some columns are listed. */
  fixed: boolean
  /** Changes the preferences that are valid at that moment. Stable, so that other lines stay as they are. */
  onEdit: (edit: (prefs: ColumnPrefs) => ColumnPrefs) => void
}

const TOOL = { variant: 'subtle', color: 'gray', size: 24 } as const

const ColumnLine = memo(function ColumnLine({ name, label, shown, pinned, fixed, onEdit }: ColumnLineProps) {
  const drag = {
    draggable: !fixed,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData('text/plain', name),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      const dragged = event.dataTransfer.getData('text/plain')
      onEdit((prefs) => moveColumnTo(prefs, dragged, prefs.order.indexOf(name)))
    },
  }
  return (
    <li className={classes.line} {...drag}>
      <Checkbox
        size="xs"
        className={classes.box}
        label={label}
        checked={shown}
        onChange={() => onEdit((prefs) => toggleColumn(prefs, name))}
      />
      <ActionIcon
        {...TOOL}
        variant={pinned ? 'light' : 'subtle'}
        color={pinned ? 'brand' : 'gray'}
        aria-label={`Keep ${label} at the left edge`}
        aria-pressed={pinned}
        onClick={() => onEdit((prefs) => togglePin(prefs, name))}
      >
        <IconPin size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...TOOL}
        aria-label={`Move ${label} up`}
        disabled={fixed}
        onClick={() => onEdit((prefs) => moveColumn(prefs, name, -1))}
      >
        <IconArrowUp size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...TOOL}
        aria-label={`Move ${label} down`}
        disabled={fixed}
        onClick={() => onEdit((prefs) => moveColumn(prefs, name, 1))}
      >
        <IconArrowDown size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  )
})

function ChooserBody({ type }: { type: ListTypeId }) {
  const [prefs, setPrefs] = useColumnPrefs(type)
  const [words, setWords] = useState('')
  const edit: ColumnLineProps['onEdit'] = useCallback((change) => editPrefs(type, change), [type])
  const needle = words.trim().toLowerCase()
  const lines = prefs.order
    .map((name) => ({ name, label: fieldOf(type, name)?.label ?? name }))
    .filter(({ label }) => label.toLowerCase().includes(needle))
  return (
    <>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Height of the rows"
        value={prefs.density}
        onChange={(density) => setPrefs({ ...prefs, density: density as Density })}
        data={DENSITIES.map((value) => ({ value, label: DENSITY_LABELS[value] }))}
      />
      <TextInput
        size="xs"
        my={8}
        aria-label="Find a column"
        placeholder="Find a column"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        data-autofocus
      />
      <ul className={classes.lines}>
        {lines.map(({ name, label }) => (
          <ColumnLine
            key={name}
            name={name}
            label={label}
            shown={!prefs.hidden.includes(name)}
            pinned={prefs.pinned.includes(name)}
            fixed={needle !== ''}
            onEdit={edit}
          />
        ))}
      </ul>
      <Button variant="subtle" color="gray" fullWidth mt={4} onClick={() => setPrefs(defaultPrefs(type))}>
        Reset the columns
      </Button>
    </>
  )
}

/** Which columns the grid shows, in which order, which stay at the edge, and how high the rows are. */
export function ColumnChooser({ type }: { type: ListTypeId }) {
  return (
    <Popover position="bottom-end" width={304} trapFocus withinPortal>
      <Popover.Target>
        <Tooltip label="Columns and row height">
          <ActionIcon variant="default" size={30} aria-label="Columns and row height">
            <IconColumns size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label="Columns">
        <ChooserBody type={type} />
      </Popover.Dropdown>
    </Popover>
  )
}
