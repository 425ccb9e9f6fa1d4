import { Box, Group, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useLineDrag } from '../lib/use-line-drag.ts'
import { Frame } from './frame.tsx'
import { Grip, MoveButtons } from './line-tools.tsx'

interface SortableListProps<Row extends { id: number }> {
  label: string
  rows: readonly Row[]
  nameOf: (row: Row) => string
  children: (row: Row) => ReactNode
  /** Menu at the end of a line. */
  actions?: (row: Row) => ReactNode
  /** Saves the order of all rows, after a drop and after each step by keyboard; without it the order is fixed. */
  onSort?: ((ids: number[]) => Promise<unknown>) | undefined
}

/** The ids with one of them at another place. */
function movedTo(ids: readonly number[], id: number, place: number): number[] {
  const others = ids.filter((other) => other !== id)
  const at = Math.max(0, Math.min(others.length, place))
  return [...others.slice(0, at), id, ...others.slice(at)]
}

/** The order on the screen, which goes back to the server's when it could not be saved. */
function useOrder(stored: readonly number[], onSort: ((ids: number[]) => Promise<unknown>) | undefined) {
  const key = stored.join()
  const [ids, setIds] = useState(stored)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new order of the server counts, a new array does not
  useEffect(() => setIds(stored), [key])
  const save = (order: readonly number[]) => {
    if (order.join() !== key) void onSort?.([...order]).catch(() => setIds(stored))
  }
  return { ids, setIds, save }
}

/** Lines that are dragged by their handles, or moved with buttons. */
export function SortableList<Row extends { id: number }>(props: SortableListProps<Row>) {
  const { label, rows, nameOf, children, actions, onSort } = props
  const { ids, setIds, save } = useOrder(
    rows.map(({ id }) => id),
    onSort,
  )
  const [announcement, setAnnouncement] = useState('')
  const { dragged, list } = useLineDrag((id, place) => setIds((now) => movedTo(now, Number(id), place)))
  const shown = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  const step = (row: Row, by: -1 | 1) => {
    const order = movedTo(ids, row.id, ids.indexOf(row.id) + by)
    setIds(order)
    setAnnouncement(`${nameOf(row)}, ${order.indexOf(row.id) + 1} of ${order.length}`)
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
        {shown.map((row, place) => (
          <Group
            key={row.id}
            component="li"
            wrap="nowrap"
            gap="sm"
            mih={44}
            py={6}
            px="sm"
            className="divided"
            data-dragged={dragged === String(row.id) || undefined}
          >
            {onSort && <Grip of={row.id} />}
            <Box flex={1} miw={0} className="wrap-anywhere">
              {children(row)}
            </Box>
            <Group component="span" display="inline-flex" align="stretch" wrap="nowrap" gap={0} flex="none">
              {onSort && (
                <MoveButtons
                  name={nameOf(row)}
                  isFirst={place === 0}
                  isLast={place === shown.length - 1}
                  onStep={(by) => step(row, by)}
                />
              )}
              {actions?.(row)}
            </Group>
          </Group>
        ))}
      </Frame>
    </>
  )
}
