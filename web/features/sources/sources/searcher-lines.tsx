import { Box } from '@mantine/core'
import { orderSearchers, type Searcher } from '#contract/sources/searchers.ts'
import { call } from '#web/lib/api.ts'
import { Figure } from '#web/ui/facts.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { figuresOf, keyLabel, lookOf } from './searcher-labels.ts'
import classes from './searchers.module.css'

/** The sources in order, sorted by dragging or with buttons. */
export function SearcherLines({
  sources,
  onOpen,
}: {
  sources: readonly Searcher[]
  onOpen: (id: string) => void
}) {
  return (
    <SortableList
      label="Source order"
      rows={sources}
      nameOf={({ label }) => label}
      lineClass={classes.line}
      onSort={(ids) => call(orderSearchers, { body: { ids } })}
    >
      {(source, { grip, buttons }) => (
        <>
          {grip}
          <Box miw={0}>
            <button type="button" className={classes.open} onClick={() => onOpen(source.id)}>
              {source.label}
            </button>
            <Hint>{keyLabel(source)}</Hint>
          </Box>
          <span className={classes.badge}>
            <StateBadge {...lookOf(source)} />
          </span>
          <dl className={classes.figures}>
            {figuresOf(source).map((figure) => (
              <Figure key={figure.label} label={figure.label} size="sm">
                {figure.value}
              </Figure>
            ))}
          </dl>
          <span className={classes.tools}>{buttons}</span>
        </>
      )}
    </SortableList>
  )
}
