import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createSequences, hasDialog, isTyping, type KeyHelp, useKeyHelp } from '../lib/keys.ts'

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent)

/** The key that goes with commands on this machine. */
export const commandKey = (): string => (isMac() ? '⌘' : 'Ctrl')

const HELP: KeyHelp[] = [
  { keys: [commandKey(), 'K'], label: 'Open the command palette', group: 'Everywhere' },
  { keys: ['/'], label: "Go to the page's search field", group: 'Everywhere' },
  { keys: ['g', 'l'], label: 'Go to saved lists', group: 'Everywhere' },
  { keys: ['g', 's'], label: 'Go to a new search', group: 'Everywhere' },
  { keys: ['?'], label: 'Show this list', group: 'Everywhere' },
]

function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>('[data-search-focus]')
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
  return field !== null
}

/** The keys that work on every signed-in screen. */
export function useAppKeys(open: { palette: () => void; keyList: () => void }): void {
  const router = useRouter()
  useKeyHelp(HELP)
  useEffect(() => {
    const sequences = createSequences({
      'g l': () => void router.navigate({ to: '/lead-search/saved-lists' }),
      'g s': () => void router.navigate({ to: '/lead-search/new-search' }),
    })
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        return open.palette()
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || hasDialog()) return
      if (sequences(event.key, event.timeStamp)) return
      if (event.key === '/' && focusSearch()) event.preventDefault()
      if (event.key === '?') {
        event.preventDefault()
        open.keyList()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [router, open])
}
