import { ActionIcon, Button, Stack } from '@mantine/core'
import IconCircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs'
import IconFocusCentered from '@tabler/icons-react/dist/esm/icons/IconFocusCentered.mjs'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconSquareDashed from '@tabler/icons-react/dist/esm/icons/IconSquareDashed.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { Area } from '#contract/leads/area.ts'
import classes from './map-view.module.css'

const SHAPES = [
  { shape: 'circle', label: 'Circle', Icon: IconCircleDashed },
  { shape: 'box', label: 'Box', Icon: IconSquareDashed },
] as const

interface MapToolsProps {
  /** The shapes that may be drawn. */
  shapes: readonly Area['kind'][]
  /** The shape that is being drawn. */
  drawing: Area['kind'] | null
  onDraw: (shape: Area['kind'] | null) => void
  /** Takes the area away; undefined while there is none. */
  onClear: (() => void) | undefined
  onZoom: (by: 1 | -1) => void
  onShowAll: () => void
}

/** What can be done with a map: draw an area, take it away, zoom, and see everything. */
export function MapTools({ shapes, drawing, onDraw, onClear, onZoom, onShowAll }: MapToolsProps) {
  return (
    <>
      <div className={classes.tools}>
        {SHAPES.filter(({ shape }) => shapes.includes(shape)).map(({ shape, label, Icon }) => (
          <Button
            key={shape}
            size="compact-sm"
            variant={drawing === shape ? 'filled' : 'default'}
            aria-pressed={drawing === shape}
            leftSection={<Icon aria-hidden />}
            onClick={() => onDraw(drawing === shape ? null : shape)}
          >
            {label}
          </Button>
        ))}
        {onClear && (
          <Button size="compact-sm" variant="default" leftSection={<IconX aria-hidden />} onClick={onClear}>
            Clear area
          </Button>
        )}
      </div>
      <Stack gap={4} pos="absolute" top={8} right={8} style={{ zIndex: 2 }}>
        <ActionIcon variant="default" aria-label="Zoom in" onClick={() => onZoom(1)}>
          <IconPlus size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Zoom out" onClick={() => onZoom(-1)}>
          <IconMinus size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Show all on the map" onClick={onShowAll}>
          <IconFocusCentered size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Stack>
    </>
  )
}
