import { Checkbox } from '@mantine/core'
import IconChevron from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import classes from './data-table.module.css'
import { makeLook } from './data-table-head.tsx'
import { type DataTableProps, findTitle } from './data-table-parts.ts'
import type { Ticks } from './use-ticks.ts'

/** Controls within a row: clicking one does not open the row. */
const CONTROLS = 'a, button, input, label, select, textarea, [role="menuitem"], [role="dialog"]'

/** Whether a click should open the row: not one on a control, nor one that ended a text selection. */
export const isForRow = ({ target, currentTarget }: MouseEvent<HTMLElement>): boolean =>
  target instanceof Element &&
  currentTarget.contains(target) &&
  target.closest(CONTROLS) === null &&
  !document.getSelection()?.toString()

interface TickProps<Row> {
  row: Row
  at: number
  props: DataTableProps<Row>
  ticks: Ticks
}

export function Tick<Row>({ row, at, props, ticks }: TickProps<Row>) {
  const { rowKey, rowName = (one: Row) => String(rowKey(one)) } = props
  return (
    <Checkbox
      size="xs"
      checked={ticks.has(rowKey(row))}
      aria-label={`Select ${rowName(row)}`}
      onChange={({ nativeEvent }) =>
        ticks.toggle(at, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
      }
    />
  )
}

interface TitleProps {
  children: ReactNode
  /** Opens the row; without it the title is plain text. */
  onOpen?: () => void
  /** Expands the content of the row. */
  fold?: { open: boolean; id: string; toggle: () => void }
}

/** The title of a row, which makes it accessible by keyboard. */
export function Title({ children, onOpen, fold }: TitleProps) {
  if (fold) {
    return (
      <button
        type="button"
        className={classes.fold}
        aria-expanded={fold.open}
        aria-controls={fold.open ? fold.id : undefined}
        onClick={fold.toggle}
      >
        <IconChevron
          size={14}
          stroke={1.75}
          className={classes.chevron}
          aria-hidden
          data-open={fold.open || undefined}
        />
        <span>{children}</span>
      </button>
    )
  }
  if (!onOpen) return children
  return (
    <button type="button" className={classes.link} aria-haspopup="dialog" onClick={onOpen}>
      {children}
    </button>
  )
}

/** Expansion state of a row; undefined for rows without content. */
export function useFold<Row>(row: Row, inside: DataTableProps<Row>['inside']) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const content = inside?.(row) ?? null
  return content === null ? undefined : { open, id, toggle: () => setOpen(!open), content }
}

interface DataRowProps<Row> {
  row: Row
  at: number
  props: DataTableProps<Row>
  ticks: Ticks | undefined
}

/** A table row, with its expanded content below. */
export function DataRow<Row>({ row, at, props, ticks }: DataRowProps<Row>) {
  const { columns, rowKey, actions, opening, isOff } = props
  const fold = useFold(row, props.inside)
  const key = rowKey(row)
  const title = findTitle(columns)
  const onOpen = opening && (() => opening.onOpen(row))
  const wide = columns.length + (ticks ? 1 : 0) + (actions ? 1 : 0)
  return (
    <>
      <tr
        data-open={(opening && opening.open === key) || undefined}
        data-selected={ticks?.has(key) || undefined}
        data-opens={opening ? true : undefined}
        data-off={isOff?.(row) || undefined}
        onClick={onOpen && ((event) => isForRow(event) && onOpen())}
      >
        {ticks && (
          <td className={classes.check}>
            <Tick row={row} at={at} props={props} ticks={ticks} />
          </td>
        )}
        {columns.map((column) =>
          column === title ? (
            <th key={column.id} scope="row" title={column.full?.(row) ?? undefined} {...makeLook(column)}>
              <Title onOpen={onOpen} fold={fold}>
                {column.cell(row)}
              </Title>
            </th>
          ) : (
            <td key={column.id} title={column.full?.(row) ?? undefined} {...makeLook(column)}>
              {column.cell(row)}
            </td>
          ),
        )}
        {actions && <td className={classes.actions}>{actions(row)}</td>}
      </tr>
      {fold?.open && (
        <tr id={fold.id} className={classes.inside}>
          <td colSpan={wide}>{fold.content}</td>
        </tr>
      )}
    </>
  )
}
