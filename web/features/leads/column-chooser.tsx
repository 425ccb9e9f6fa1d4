import { ActionIcon, Button, Checkbox, Popover, SegmentedControl, TextInput, Tooltip } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconColumns from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs'
import IconPin from '@tabler/icons-react/dist/esm/icons/IconPin.mjs'
import { type DragEvent, useState } from 'react'
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
import { useColumnPrefs } from './use-column-prefs.ts'

const DENSITY_LABELS: Record<Density, string> = { compact: 'Compact', normal: 'Normal', tall: 'Tall' }

interface ColumnLineProps {
  name: string
  label: string
  prefs: ColumnPrefs
  onChange: (next: ColumnPrefs) => void
  onDrop: (name: string) => void
  /** Order cannot be changed while only some columns are listed. */
  fixed: boolean
}

function ColumnLine({ name, label, prefs, onChange, onDrop, fixed }: ColumnLineProps) {
  const pinned = prefs.pinned.includes(name)
  const drag = {
    draggable: !fixed,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData('text/plain', name),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      onDrop(event.dataTransfer.getData('text/plain'))
    },
  }
  const tool = { variant: 'subtle', color: 'gray', size: 24 } as const
  return (
    <li className={classes.line} {...drag}>
      <Checkbox
        size="xs"
        className={classes.box}
        label={label}
        checked={!prefs.hidden.includes(name)}
        onChange={() => onChange(toggleColumn(prefs, name))}
      />
      <ActionIcon
        {...tool}
        variant={pinned ? 'light' : 'subtle'}
        color={pinned ? 'brand' : 'gray'}
        aria-label={`Keep ${label} at the left edge`}
        aria-pressed={pinned}
        onClick={() => onChange(togglePin(prefs, name))}
      >
        <IconPin size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...tool}
        aria-label={`Move ${label} up`}
        disabled={fixed}
        onClick={() => onChange(moveColumn(prefs, name, -1))}
      >
        <IconArrowUp size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...tool}
        aria-label={`Move ${label} down`}
        disabled={fixed}
        onClick={() => onChange(moveColumn(prefs, name, 1))}
      >
        <IconArrowDown size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  )
}

function ChooserBody({ type }: { type: ListTypeId }) {
  const [prefs, setPrefs] = useColumnPrefs(type)
  const [words, setWords] = useState('')
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
            prefs={prefs}
            onChange={setPrefs}
            fixed={needle !== ''}
            onDrop={(dragged) => setPrefs(moveColumnTo(prefs, dragged, prefs.order.indexOf(name)))}
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
