import { useMemo } from 'react'
import { isForPage, type KeyHelp, useDocumentKey, useKeyHelp } from '#web/lib/keys.ts'
import { actionsAt, type LeadAction } from '#web/lib/lead-actions.ts'
import { isEmptySelection, type Selection } from './selection.ts'

const GROUP = 'In a list'

/** Grid commands by key (grid/grid-keys.ts) and by pointer. */
const GRID: readonly KeyHelp[] = [
  { keys: ['j'], or: ['↓'], label: 'Next lead', group: GROUP },
  { keys: ['k'], or: ['↑'], label: 'Previous lead', group: GROUP },
  { keys: ['Home'], or: ['End'], label: 'First or last lead of the page', group: GROUP },
  { keys: ['Enter'], label: 'Open the lead', group: GROUP },
  { keys: ['→'], or: ['←'], label: 'Next or previous cell of the lead', group: GROUP },
  { keys: ['Enter'], or: ['double click'], label: 'In a cell: change its value', group: GROUP },
  { keys: ['x'], label: 'Select the lead', group: GROUP },
  { keys: ['Shift', 'x'], label: 'Select from the last selected lead to this one', group: GROUP },
  { keys: ['Shift', '↓'], or: ['Shift', '↑'], label: 'Select while moving', group: GROUP },
  { keys: ['Shift', 'click'], label: 'Select a range of check boxes', group: GROUP },
  { keys: ['Esc'], label: 'Close the lead, clear the selection', group: GROUP },
]

/** Actions with a key. */
const withKey = (actions: readonly LeadAction[]): LeadAction[] =>
  actionsAt('bar', actions).filter(({ key }) => key !== undefined)

/** Requests the action of a key, wherever the focus is; `ask` returns whether it did. */
function useLetters(actions: readonly LeadAction[], request: (action: LeadAction) => boolean): void {
  useDocumentKey((event) => {
    if (!isForPage(event)) return
    const action = withKey(actions).find((candidate) => candidate.key === event.key)
    if (action && request(action)) event.preventDefault()
  })
}

/** Lists the keys of actions in the key list. */
function useLetterHelp(
  actions: readonly LeadAction[],
  lines: readonly KeyHelp[],
  about: string,
  group: string,
) {
  const labels = withKey(actions)
    .map(({ key, label }) => `${key} ${label}`)
    .join('\n')
  useKeyHelp(
    useMemo(() => {
      const ofActions = labels
        .split('\n')
        .filter(Boolean)
        .map((line) => ({ keys: [line.slice(0, 1)], label: `${line.slice(2)} ${about}`, group }))
      return [...lines, ...ofActions]
    }, [labels, lines, about, group]),
  )
}

interface ListKeys {
  actions: readonly LeadAction[]
  selection: Selection
  /** The lead whose drawer is open. */
  openId: number | null
  /** Requests an action for the selected leads or for one. */
  onAction: (action: LeadAction, lead?: number) => void
}

/** Keys of actions, for the selected leads or the open one, and every list key in the key list. */
export function useListKeys({ actions, selection, openId, onAction }: ListKeys): void {
  useLetterHelp(actions, GRID, 'for the selected leads or the open one', GROUP)
  useLetters(actions, (action) => {
    if (isEmptySelection(selection) && openId === null) return false
    onAction(action, isEmptySelection(selection) && openId !== null ? openId : undefined)
    return true
  })
}

const NONE: readonly KeyHelp[] = []

interface ActionKeys {
  /** Actions for the lead of the page. */
  actions: readonly LeadAction[]
  onAction: (action: LeadAction) => void
}

/** Keys of actions on a lead's page. */
export function useActionKeys({ actions, onAction }: ActionKeys): void {
  useLetterHelp(actions, NONE, 'for this lead', 'On a lead’s page')
  useLetters(actions, (action) => {
    onAction(action)
    return true
  })
}
