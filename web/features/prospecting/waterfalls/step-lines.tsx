import { ActionIcon, Box, Button, Group } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { WaterfallStep } from '#contract/activity/run-kinds/waterfall.ts'
import type { StepFigures } from '#contract/prospecting/waterfalls.ts'
import { Figure } from '#web/ui/facts.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { listFigures } from './waterfall-labels.ts'
import classes from './waterfalls.module.css'

const TOOL = { variant: 'subtle', color: 'gray', size: 28 } as const

interface StepLinesProps {
  label: string
  steps: readonly WaterfallStep[]
  sources: readonly StepFigures[]
  onChange: (next: WaterfallStep[]) => void
}

/** The sources of a waterfall: sorted by dragging or buttons, removed and added with buttons. */
export function StepLines({ label, steps, sources, onChange }: StepLinesProps) {
  const shown = steps.flatMap((step) => {
    const source = sources.find((other) => other.source === step.source)
    return source ? { ...source, id: step.source, step } : []
  })
  const others = sources.filter(({ source }) => !steps.some((step) => step.source === source))
  return (
    <Box mt="sm">
      <SortableList
        label={label}
        rows={shown}
        getName={(source) => source.label}
        lineClass={classes.line}
        onSort={(ids) => onChange(ids.flatMap((id) => shown.find((other) => other.id === id)?.step ?? []))}
      >
        {(source, { grip, buttons }) => (
          <>
            {grip}
            <Box component="span" miw={0} className="wrap-anywhere">
              {source.label}
              <Hint component="small" display="block">
                {source.is_ready ? (source.vendor_price ?? 'No key needed') : 'Not connected, skipped'}
              </Hint>
            </Box>
            <dl className={classes.figures}>
              {listFigures(source).map((figure) => (
                <Figure key={figure.label} label={figure.label} size="sm">
                  {figure.value}
                </Figure>
              ))}
            </dl>
            <Group component="span" display="inline-flex" align="stretch" wrap="nowrap" gap={0}>
              {buttons}
              <ActionIcon
                {...TOOL}
                aria-label={`Remove ${source.label}`}
                disabled={shown.length === 1}
                onClick={() => onChange(steps.filter((other) => other.source !== source.id))}
              >
                <IconX size={14} stroke={1.75} aria-hidden />
              </ActionIcon>
            </Group>
          </>
        )}
      </SortableList>
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
    </Box>
  )
}
