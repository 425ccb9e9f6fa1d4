import { Box, Group, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useLineDrag } from '../lib/use-line-drag.ts'
import { Frame } from './frame.tsx'
import { Grip, MoveButtons } from './line-tools.tsx'

type Id = number | string

interface LineTools {
  grip: ReactNode
  /** Buttons that move the line without dragging. */
  buttons: ReactNode
}

interface SortableListProps<Row extends { id: Id }> {
  label: string
  rows: readonly Row[]
  getName: (row: Row) => string
  /** Renders a line; with `lineClass`, including its tools. */
  children: (row: Row, tools: LineTools) => ReactNode
  lineClass?: string
  actions?: (row: Row) => ReactNode
  /** Saves the new order after a drop or keyboard step; without it the order is fixed. */
  onSort?: (ids: Row['id'][]) => unknown
}

/** The ids with one of them moved. */
export function movedTo<T extends Id>(ids: readonly T[], id: T, place: number): T[] {
  const others = ids.filter((other) => other !== id)
  const at = Math.max(0, Math.min(others.length, place))
  return [...others.slice(0, at), id, ...others.slice(at)]
}

/** The displayed order; returns to the server's if saving fails. */
function useOrder<T extends Id>(known: readonly T[], onSort: ((ids: T[]) => unknown) | undefined) {
  const key = known.join()
  const [ids, setIds] = useState(known)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new order matters, not a new array
  useEffect(() => setIds(known), [key])
  const save = (order: readonly T[]) => {
    if (order.join() !== key) Promise.resolve(onSort?.([...order])).catch(() => setIds(known))
  }
  return { ids, setIds, save }
}

/** A list sorted by dragging handles or with buttons. */
export function SortableList<Row extends { id: Id }>(props: SortableListProps<Row>) {
  const { label, rows, getName, children, lineClass, actions, onSort } = props
  const { ids, setIds, save } = useOrder(
    rows.map(({ id }) => id),
    onSort,
  )
  const [announcement, setAnnouncement] = useState('')
  const { dragged, list } = useLineDrag((name, place) =>
    setIds((now) => {
      const id = now.find((one) => String(one) === name)
      return id === undefined ? now : movedTo(now, id, place)
    }),
  )
  const shown = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  const step = (row: Row, by: -1 | 1) => {
    const order = movedTo(ids, row.id, ids.indexOf(row.id) + by)
    setIds(order)
    setAnnouncement(`${getName(row)}, ${order.indexOf(row.id) + 1} of ${order.length}`)
    save(order)
  }
  const drop = () => {
    list.onPointerUp()
    if (dragged !== null) save(ids)
  }
  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <Frame component="ol" aria-label={label} {...(onSort && { ...list, onPointerUp: drop })}>
        {shown.map((row, place) => {
          const isDragged = dragged === String(row.id) || undefined
          const tools = {
            grip: onSort && <Grip row={row.id} />,
            buttons: onSort && (
              <MoveButtons
                name={getName(row)}
                isFirst={place === 0}
                isLast={place === shown.length - 1}
                onStep={(by) => step(row, by)}
              />
            ),
          }
          if (lineClass !== undefined)
            return (
              <li key={row.id} className={`divided ${lineClass}`} data-dragged={isDragged}>
                {children(row, tools)}
              </li>
            )
          return (
            <Group
              key={row.id}
              component="li"
              wrap="nowrap"
              gap="sm"
              mih={44}
              py={6}
              px="sm"
              className="divided"
              data-dragged={isDragged}
            >
              {tools.grip}
              <Box flex={1} miw={0} className="wrap-anywhere">
                {children(row, tools)}
              </Box>
              <Group component="span" display="inline-flex" align="stretch" wrap="nowrap" gap={0} flex="none">
                {tools.buttons}
                {actions?.(row)}
              </Group>
            </Group>
          )
        })}
      </Frame>
    </>
  )
}
