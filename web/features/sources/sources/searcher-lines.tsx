import { Box, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { orderSearchers, type Searcher } from '#contract/sources/searchers.ts'
import { call } from '#web/lib/api.ts'
import { useLineDrag } from '#web/lib/use-line-drag.ts'
import { Figure } from '#web/ui/facts.tsx'
import { Frame } from '#web/ui/frame.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Grip, MoveButtons } from '#web/ui/line-tools.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { figuresOf, keyLabel, lookOf, moved } from './searcher-labels.ts'
import classes from './searchers.module.css'

interface LineProps {
  source: Searcher
  place: number
  last: number
  dragged: boolean
  onOpen: () => void
  onStep: (step: -1 | 1) => void
}

function Line({ source, place, last, dragged, onOpen, onStep }: LineProps) {
  const { id, label } = source
  return (
    <li className={classes.line} data-dragged={dragged || undefined}>
      <Grip of={id} />
      <Box miw={0}>
        <button type="button" className={classes.open} onClick={onOpen}>
          {label}
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
      <span className={classes.tools}>
        <MoveButtons name={label} isFirst={place === 0} isLast={place === last} onStep={onStep} />
      </span>
    </li>
  )
}

/** The sources in the order in which they are asked: dragged by their handles, or moved with buttons. */
export function SearcherLines({
  sources,
  onOpen,
}: {
  sources: readonly Searcher[]
  onOpen: (id: string) => void
}) {
  const known = sources.map(({ id }) => id)
  const key = known.join()
  const [ids, setIds] = useState(known)
  const [announcement, setAnnouncement] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new order of the server counts, a new array does not
  useEffect(() => setIds(known), [key])
  const save = (order: string[]) => {
    if (order.join() !== key) void call(orderSearchers, { body: { ids: order } }).catch(() => setIds(known))
  }
  const { dragged, list } = useLineDrag((id, place) => setIds((now) => moved(now, id, place)))
  const shown = ids.flatMap((id) => sources.find((source) => source.id === id) ?? [])
  const step = (source: Searcher, by: -1 | 1) => {
    const order = moved(ids, source.id, ids.indexOf(source.id) + by)
    setIds(order)
    setAnnouncement(`${source.label}, ${order.indexOf(source.id) + 1} of ${order.length}`)
    save(order)
  }
  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <Frame
        component="ol"
        aria-label="Source order"
        {...list}
        onPointerUp={() => {
          list.onPointerUp()
          if (dragged !== null) save(ids)
        }}
      >
        {shown.map((source, place) => (
          <Line
            key={source.id}
            source={source}
            place={place}
            last={shown.length - 1}
            dragged={dragged === source.id}
            onOpen={() => onOpen(source.id)}
            onStep={(by) => step(source, by)}
          />
        ))}
      </Frame>
    </>
  )
}
