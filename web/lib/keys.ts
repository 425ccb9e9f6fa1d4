import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from './store.ts'

/** A line of the key list. */
export interface KeyHelp {
  /** Keys in order, e.g. `['g', 'l']` or `['Ctrl', 'K']`. */
  keys: readonly string[]
  /** Other keys that do the same. */
  or?: readonly string[]
  label: string
  group: string
  /** Whether the key does anything just now; asked when the list is opened. */
  when?: () => boolean
}

const store = createStore<readonly KeyHelp[]>([])

/** Lists the keys of a screen in the key list while the screen is there. Pass a constant array. */
export function useKeyHelp(lines: readonly KeyHelp[]): void {
  useEffect(() => {
    store.set([...store.get(), ...lines])
    return () => store.set(store.get().filter((line) => !lines.includes(line)))
  }, [lines])
}

/** Every line that applies now. */
export const useKeyLines = (): readonly KeyHelp[] => useStore(store)

/** Fields that take no text: after a click on one, letters are commands again. */
const TICKED = new Set(['checkbox', 'radio', 'button', 'submit'])

/** True when the key goes into a field, so that it is text and no command. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement && TICKED.has(target.type)) return false
  return target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null
}

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

let wasOpen = false
// Before anything else hears of the key: a dialog that closes by it is gone when the others are asked.
globalThis.addEventListener?.(
  'keydown',
  () => {
    wasOpen = isDialogOpen()
  },
  { capture: true },
)

/** For listeners of keys: whether a dialog was open when the key was pressed. Single keys belong to it then. */
export const hasDialog = (): boolean => wasOpen || isDialogOpen()

/** Whether a key is a command of the page: pressed alone, not used yet, not typed into a field, no dialog open. */
export const isForPage = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) &&
  !event.defaultPrevented &&
  !isTyping(event.target) &&
  !hasDialog()

/** Calls the latest `onKey` for each key, wherever the focus is. */
export function useDocumentKey(onKey: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent(onKey)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

const SEQUENCE_MS = 1000

/** Recognises keys pressed one after the other within a second. `now` in milliseconds. */
export function createSequences(actions: Record<string, () => void>): (key: string, now: number) => boolean {
  let first: { key: string; at: number } | undefined
  return (key, now) => {
    const before = first && now - first.at < SEQUENCE_MS ? first.key : undefined
    first = undefined
    const action = before && actions[`${before} ${key}`]
    if (action) {
      action()
      return true
    }
    if (Object.keys(actions).some((sequence) => sequence.startsWith(`${key} `))) first = { key, at: now }
    return false
  }
}
