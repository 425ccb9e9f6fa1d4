import { ActionIcon, Group } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconGrip from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs'

/** The drag handle of a line, see `useLineDrag`. */
export function Grip({ row, height = 30 }: { row: string | number; height?: number }) {
  return (
    <Group
      component="span"
      h={height}
      c="dimmed"
      style={{ cursor: 'grab', touchAction: 'none' }}
      data-grip={row}
      aria-hidden
    >
      <IconGrip size={14} stroke={1.75} />
    </Group>
  )
}

interface MoveButtonsProps {
  name: string
  onStep: (step: -1 | 1) => void
  isFirst?: boolean
  isLast?: boolean
  size?: number
}

/** Buttons that move a line up or down. */
export function MoveButtons({ name, onStep, isFirst = false, isLast = false, size = 28 }: MoveButtonsProps) {
  const button = { variant: 'subtle', color: 'gray', size } as const
  return (
    <>
      <ActionIcon {...button} aria-label={`Move ${name} up`} disabled={isFirst} onClick={() => onStep(-1)}>
        <IconArrowUp size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon {...button} aria-label={`Move ${name} down`} disabled={isLast} onClick={() => onStep(1)}>
        <IconArrowDown size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
    </>
  )
}
