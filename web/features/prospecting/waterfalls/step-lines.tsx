import { ActionIcon, Box, Button, Group, VisuallyHidden } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useState } from 'react'
import type { WaterfallStep } from '#contract/activity/run-kinds/waterfall.ts'
import type { StepFigures } from '#contract/prospecting/waterfalls.ts'
import { useLineDrag } from '#web/lib/use-line-drag.ts'
import { Figure } from '#web/ui/facts.tsx'
import { Frame } from '#web/ui/frame.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Grip, MoveButtons } from '#web/ui/line-tools.tsx'
import { figuresOf, moved } from './waterfall-labels.ts'
import classes from './waterfalls.module.css'

const TOOL = { variant: 'subtle', color: 'gray', size: 28 } as const

interface LineProps {
  source: StepFigures
  place: number
  last: number
  dragged: boolean
  onStep: (by: -1 | 1) => void
  onRemove: () => void
}

function Line({ source, place, last, dragged, onStep, onRemove }: LineProps) {
  const { label } = source
  return (
    <li className={classes.line} data-dragged={dragged || undefined}>
      <Grip of={source.source} />
      <Box component="span" miw={0} className="wrap-anywhere">
        {label}
        <Hint component="small" display="block">
          {source.is_ready ? (source.vendor_price ?? 'No key needed') : 'Not connected, skipped'}
        </Hint>
      </Box>
      <dl className={classes.figures}>
        {figuresOf(source).map((figure) => (
          <Figure key={figure.label} label={figure.label} size="sm">
            {figure.value}
          </Figure>
        ))}
      </dl>
      <Group component="span" display="inline-flex" align="stretch" wrap="nowrap" gap={0}>
        <MoveButtons name={label} isFirst={place === 0} isLast={place === last} onStep={onStep} />
        <ActionIcon {...TOOL} aria-label={`Remove ${label}`} disabled={last === 0} onClick={onRemove}>
          <IconX size={14} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Group>
    </li>
  )
}

interface StepLinesProps {
  label: string
  steps: readonly WaterfallStep[]
  sources: readonly StepFigures[]
  onChange: (next: WaterfallStep[]) => void
}

/** The sources of a waterfall: dragged by their handles, or moved, left out and taken in with buttons. */
export function StepLines({ label, steps, sources, onChange }: StepLinesProps) {
  const [announcement, setAnnouncement] = useState('')
  const { dragged, list } = useLineDrag((source, place) => onChange(moved(steps, source, place)))
  const shown = steps.flatMap(({ source }) => sources.find((one) => one.source === source) ?? [])
  const others = sources.filter(({ source }) => !steps.some((step) => step.source === source))
  const step = (source: StepFigures, by: -1 | 1) => {
    const place = shown.indexOf(source) + by
    onChange(moved(steps, source.source, place))
    setAnnouncement(`${source.label}, ${place + 1} of ${shown.length}`)
  }
  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <Frame component="ol" mt="sm" aria-label={label} {...list}>
        {shown.map((source, place) => (
          <Line
            key={source.source}
            source={source}
            place={place}
            last={shown.length - 1}
            dragged={dragged === source.source}
            onStep={(by) => step(source, by)}
            onRemove={() => onChange(steps.filter((one) => one.source !== source.source))}
          />
        ))}
      </Frame>
      {others.length > 0 && (
        <Group gap="xs" mt="md">
          {others.map(({ source, label: name }) => (
            <Button
              key={source}
              size="compact-sm"
              variant="default"
              onClick={() => onChange([...steps, { source, max_credits: null }])}
            >
              {`Add ${name}`}
            </Button>
          ))}
        </Group>
      )}
    </>
  )
}
