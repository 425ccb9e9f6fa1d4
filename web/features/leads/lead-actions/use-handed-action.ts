import { useEffect } from 'react'
import type { ActionPlace, LeadAction } from '#web/lib/lead-actions.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { useRequestedOnList } from '#web/lib/requested-on-list.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'

interface Page {
  target: ListTarget
  actions: readonly LeadAction[]
  /** The leads have loaded, so that the action knows its number. */
  ready: boolean
  request: (action: LeadAction, place: ActionPlace) => void
}

/** Runs an action requested elsewhere for this list, such as in the drawer of runs. */
export function useHandedAction({ target, actions, ready, request }: Page): void {
  const { name, done } = useRequestedOnList(listRef(target.type, target.id))
  useEffect(() => {
    if (name === null || !ready) return
    done()
    const action = actions.find((candidate) => candidate.name === name)
    if (action) request(action, 'menu')
  })
}
