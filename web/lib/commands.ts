import { type ComponentType, useEffect } from 'react'
import { createStore, useStore } from './store.ts'

/** A command of the palette. */
export interface Command {
  id: string
  label: string
  /** A second, dimmed line. */
  description?: string
  group?: string
  /** More search terms. */
  keywords?: string[]
  icon?: ComponentType<{ size?: number; stroke?: number }>
  /** Its shortcut, as a sequence of keys. */
  keys?: readonly string[]
  /** Path of a page; such a command can be opened in a new tab. */
  to?: string
  run: () => void
}

const store = createStore<readonly Command[]>([])

/** Adds commands to the palette. Returns a function that removes them. */
function registerCommands(commands: readonly Command[]): () => void {
  const ids = new Set(commands.map((command) => command.id))
  store.set([...store.get().filter((command) => !ids.has(command.id)), ...commands])
  return () => store.set(store.get().filter((command) => !commands.includes(command)))
}

/** Adds commands while the component is mounted. Pass a memoized array. */
export function useRegisteredCommands(commands: readonly Command[]): void {
  useEffect(() => registerCommands(commands), [commands])
}

/** The commands available now. */
export const useCommands = (): readonly Command[] => useStore(store)
