import type { GridCommand } from './grid-keys.ts'

/**
 * Moves the focus to a cell. It takes the focus only by key: a click on a cell leaves it to the row, whose keys open
 * and close the lead.
 */
export function focusCell(cell: HTMLElement): void {
  cell.tabIndex = -1
  cell.addEventListener('blur', () => cell.removeAttribute('tabindex'), { once: true })
  cell.focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The cell that has the focus; undefined while its row, or a control in it, has it. */
export const focusedCell = (target: EventTarget | null): HTMLElement | undefined =>
  target instanceof HTMLElement && target.matches('td[data-field]') ? target : undefined

/** Moves the focus between a row and its cells, as in a tree: right from the row is its first cell. */
function stepInRow(target: EventTarget | null, step: 1 | -1): void {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null
  const cells = [...(row?.querySelectorAll<HTMLElement>('td[data-field]') ?? [])]
  const cell = focusedCell(target)
  const at = (cell ? cells.indexOf(cell) : -1) + step
  const next = cells[Math.min(at, cells.length - 1)]
  if (at < 0) row?.focus({ preventScroll: true })
  else if (next) focusCell(next)
}

/** Commands that do nothing outside cells. */
export const isForCells = (command: GridCommand): boolean =>
  command === 'left' || command === 'right' || command === 'edit'

interface RowOfCells {
  /** Whether the grid has the focus. */
  isInside: () => boolean
  /** Moves the focus from a cell to its row. */
  leaveCell: () => void
  /** Edits a value; false if it can't be changed. */
  onEdit: (field: string) => boolean
}

/** Runs a command of a row's cells. @returns whether it was one. */
export function runInRow(command: GridCommand, target: EventTarget | null, row: RowOfCells): boolean {
  const field = focusedCell(target)?.dataset.field
  if (command === 'open' || command === 'edit') return field !== undefined && row.onEdit(field)
  if (command === 'clear' && field !== undefined) row.leaveCell()
  else if (command === 'left' && row.isInside()) stepInRow(target, -1)
  else if (command === 'right' && row.isInside()) stepInRow(target, 1)
  else return false
  return true
}
