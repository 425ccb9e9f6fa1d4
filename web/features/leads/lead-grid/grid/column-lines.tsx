import { ActionIcon, Checkbox } from '@mantine/core'
import IconPin from '@tabler/icons-react/dist/esm/icons/IconPin.mjs'
import { memo } from 'react'
import { Grip, MoveButtons } from '#web/ui/line-tools.tsx'
import classes from './column-chooser.module.css'

const TOOL = { variant: 'subtle', color: 'gray', size: 24 } as const

/** Callbacks of a line. Stable, so that other lines do not re-render. */
export interface LineEvents {
  toggle: (name: string, byKey: boolean) => void
  pin: (name: string) => void
  /** Up (-1) or down (1). */
  step: (name: string, step: -1 | 1) => void
}

interface LineProps {
  name: string
  label: string
  events: LineEvents
}

function ShownBox({ name, label, events, checked }: LineProps & { checked: boolean }) {
  return (
    <Checkbox
      size="xs"
      className={classes.box}
      label={label}
      checked={checked}
      onChange={() => {}}
      // A click without a pointer comes from the keyboard.
      onClick={(event) => events.toggle(name, event.detail === 0)}
    />
  )
}

/** A hidden column. */
export const HiddenLine = memo(function HiddenLine(props: LineProps) {
  return (
    <li className={classes.line} data-column={props.name}>
      <ShownBox {...props} checked={false} />
    </li>
  )
})

interface ShownLineProps extends LineProps {
  pinned: boolean
  dragged: boolean
  /** The order cannot be changed while the lines are filtered. */
  fixed: boolean
}

/** A shown column: sorted by drag handle or buttons. */
export const ShownLine = memo(function ShownLine(props: ShownLineProps) {
  const { name, label, events, pinned, dragged, fixed } = props
  return (
    <li className={classes.line} data-column={name} data-dragged={dragged || undefined}>
      {!fixed && <Grip row={name} />}
      <ShownBox name={name} label={label} events={events} checked />
      <span className={classes.tools} data-pinned={pinned || undefined}>
        {!fixed && <MoveButtons name={label} size={24} onStep={(by) => events.step(name, by)} />}
        <ActionIcon
          {...TOOL}
          className={classes.pin}
          variant={pinned ? 'light' : 'subtle'}
          color={pinned ? 'brand' : 'gray'}
          aria-label={`Pin ${label}`}
          aria-pressed={pinned}
          onClick={() => events.pin(name)}
        >
          <IconPin size={14} stroke={1.75} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  )
})
