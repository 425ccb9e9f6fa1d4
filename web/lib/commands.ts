import { type ComponentType, useEffect } from 'react'
import { createStore, useStore } from './store.ts'

/** Something the command palette can do. */
export interface Command {
  id: string
  label: string
  /** A second, quieter line. */
  description?: string
  group?: string
  /** Other words people may type for it. */
  keywords?: string[]
  icon?: ComponentType<{ size?: number; stroke?: number }>
  /** Keys that do the same, in order. */
  keys?: readonly string[]
  /** Where it leads, when it is a way to a page: an address can be opened in a new tab. */
  to?: string
  run: () => void
}

const store = createStore<readonly Command[]>([])

/** Adds commands to the palette; answers the way to take them out again. */
function registerCommands(commands: readonly Command[]): () => void {
  const ids = new Set(commands.map((command) => command.id))
  store.set([...store.get().filter((command) => !ids.has(command.id)), ...commands])
  return () => store.set(store.get().filter((command) => !commands.includes(command)))
}

/** Offers commands while the component is on screen. Pass a memoised array. */
export function useRegisteredCommands(commands: readonly Command[]): void {
  useEffect(() => registerCommands(commands), [commands])
}

/** What is offered now. */
export const useCommands = (): readonly Command[] => useStore(store)
