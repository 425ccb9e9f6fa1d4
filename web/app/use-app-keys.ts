import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import {
  createSequences,
  hasDialog,
  isTyping,
  type KeyHelp,
  useDocumentKey,
  useKeyHelp,
} from '../lib/keys.ts'
import { useUser } from '../lib/session.ts'
import { useUndoKey } from '../ui/use-undo-key.ts'
import { goKeys } from './go-keys.ts'

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent)

/** The modifier for commands on this platform. */
export const commandKey = (): string => (isMac() ? '⌘' : 'Ctrl')

const EVERYWHERE = { group: 'Everywhere', isGeneral: true } as const
const searchField = () => document.querySelector<HTMLElement>('[data-search-focus]')

const HELP: readonly KeyHelp[] = [
  { keys: [commandKey(), 'K'], label: 'Open the command palette', ...EVERYWHERE },
  {
    keys: ['/'],
    label: 'Go to this page’s search field',
    ...EVERYWHERE,
    when: () => searchField() !== null,
  },
  { keys: [commandKey(), 'Z'], label: 'Undo a change while its message is shown', ...EVERYWHERE },
  { keys: ['?'], label: 'Show keyboard shortcuts', ...EVERYWHERE },
]

function focusSearch(): boolean {
  const field = searchField()
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
  return field !== null
}

/** Shortcuts of every signed-in screen. */
export function useAppKeys(open: { palette: () => void; keyList: () => void }): void {
  const router = useRouter()
  const user = useUser()
  const pages = useMemo(() => goKeys(user), [user])
  useKeyHelp(HELP)
  useKeyHelp(
    useMemo(
      () => pages.map(({ keys, title }) => ({ keys, label: title, group: 'Go to a page', isGeneral: true })),
      [pages],
    ),
  )
  const sequences = useMemo(
    () =>
      createSequences(
        Object.fromEntries(
          pages.map(({ keys, path }) => [keys.join(' '), () => void router.navigate({ to: path })]),
        ),
      ),
    [router, pages],
  )
  useUndoKey()
  useDocumentKey((event) => {
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
  })
}
