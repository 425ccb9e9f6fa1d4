/** Command of a key in the grid. */
export type GridCommand =
  | 'down'
  | 'up'
  | 'first'
  | 'last'
  | 'toggle'
  | 'span-down'
  | 'span-up'
  | 'span-here'
  | 'open'
  | 'edit'
  | 'left'
  | 'right'
  | 'clear'

const COMMANDS: Record<string, GridCommand> = {
  j: 'down',
  ArrowDown: 'down',
  k: 'up',
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  F2: 'edit',
  Home: 'first',
  End: 'last',
  x: 'toggle',
  Enter: 'open',
  Escape: 'clear',
}

const SHIFTED: Record<string, GridCommand> = {
  ArrowDown: 'span-down',
  J: 'span-down',
  ArrowUp: 'span-up',
  K: 'span-up',
  X: 'span-here',
}

interface KeyLike {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** The command of a key press, or null for other keys (also with Ctrl, Meta or Alt). */
export function gridCommand(event: KeyLike): GridCommand | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  if (event.shiftKey) return SHIFTED[event.key] ?? null
  return COMMANDS[event.key] ?? null
}

/** The row after a movement; -1 is "no row yet". `count` is the number of rows on the page. */
export function moveRow(active: number, command: GridCommand, count: number): number {
  if (count === 0) return -1
  switch (command) {
    case 'down':
    case 'span-down':
      return Math.min(count - 1, active + 1)
    case 'up':
    case 'span-up':
      return Math.max(0, active - 1)
    case 'first':
      return 0
    case 'last':
      return count - 1
    default:
      return active
  }
}
