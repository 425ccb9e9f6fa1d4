import { useEffect, useRef } from 'react'
import { hasDialog, isTyping, type KeyHelp, useKeyHelp } from '#web/lib/keys.ts'

const GROUP = 'Duplicates'
const KEYS: readonly KeyHelp[] = [
  { keys: ['j'], label: 'Next pair', group: GROUP },
  { keys: ['k'], label: 'Previous pair', group: GROUP },
  { keys: ['c'], label: 'Confirm: one business', group: GROUP },
  { keys: ['x'], label: 'Separate: two businesses', group: GROUP },
  { keys: ['z'], label: 'Undo the decision', group: GROUP },
]

/** Single-letter shortcuts for reviewing many pairs. */
export function useDuplicateKeys(actions: Record<'j' | 'k' | 'c' | 'x' | 'z', () => void>): void {
  useKeyHelp(KEYS)
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const held = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
      if (event.defaultPrevented || held || isTyping(event.target) || hasDialog()) return
      const act = latest.current[event.key as keyof typeof actions]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
