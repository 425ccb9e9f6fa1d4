import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from './store.ts'

/** A line of the list of shortcuts. */
export interface KeyHelp {
  /** A sequence or combination, such as `['g', 'l']` or `['Ctrl', 'K']`. */
  keys: readonly string[]
  /** Alternative keys. */
  or?: readonly string[]
  label: string
  group: string
  /** Of every screen: listed after those of the page, whichever was there first. */
  isGeneral?: true
  /** Whether the key does anything now; checked when the list opens. */
  when?: () => boolean
}

const store = createStore<readonly KeyHelp[]>([])

const pageFirst = (one: KeyHelp, other: KeyHelp): number =>
  Number(one.isGeneral ?? false) - Number(other.isGeneral ?? false)

/** Lists a screen's shortcuts while it is mounted. Pass a constant array. */
export function useKeyHelp(lines: readonly KeyHelp[]): void {
  useEffect(() => {
    store.set([...store.get(), ...lines].toSorted(pageFirst))
    return () => store.set(store.get().filter((line) => !lines.includes(line)))
  }, [lines])
}

/** Shortcuts that apply now. */
export const useKeyLines = (): readonly KeyHelp[] => useStore(store)

/** Inputs without text: letters stay shortcuts while they are focused. */
const TICKED = new Set(['checkbox', 'radio', 'button', 'submit'])

/** Whether the key types text into a field and is not a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement && TICKED.has(target.type)) return false
  return target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null
}

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

let wasOpen = false
// Captured before other listeners: a dialog that the key closes is gone by the time they run.
globalThis.addEventListener?.(
  'keydown',
  () => {
    wasOpen = isDialogOpen()
  },
  { capture: true },
)

/**
 * For key listeners: whether a dialog was open when the key was pressed. Single-key shortcuts are then off.
 */
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

/** Recognizes key sequences typed within a second. `now` in milliseconds. */
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
