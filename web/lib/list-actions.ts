import { type ComponentType, createContext, useContext } from 'react'
import type { Capability } from '#contract/core/capabilities.ts'
import type { List } from '#contract/leads/lists.ts'
import { can, useUser } from './session.ts'

/** Every action on whole lists, in the order in which they are offered. */
export const LIST_ACTION_NAMES = [
  'restore',
  'open',
  'pin',
  'unpin',
  'rename',
  'search',
  'export',
  'exports',
  'score',
  'tags',
  'webhooks',
  'duplicate',
  'archive',
  'unarchive',
  'delete',
] as const

/**
 * Where an action is offered. `row`: the menu of a list in Saved Lists. `bar`: the bar of the selected lists there.
 * `menu`: the menu of the list's own page; the command palette offers the same.
 */
export type ListActionPlace = 'row' | 'bar' | 'menu'

/** What the dialog of an action gets: no list keeps it closed. It stays mounted, so that the focus can go back. */
export interface ListDialogProps {
  chosen: readonly List[]
  onClose: () => void
  /** Done: nothing is selected any more. */
  onDone: () => void
}

interface Offer {
  name: (typeof LIST_ACTION_NAMES)[number]
  label: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  places: readonly ListActionPlace[]
  danger?: true
  /** What the person must be able to do. */
  can?: Capability
  /** For which lists it makes sense; for several, all of them. Without it: all outside the trash. */
  appliesTo?: (list: List) => boolean
}

/** Asks first. */
interface DialogAction extends Offer {
  Dialog: ComponentType<ListDialogProps>
}

/** Is done at once. What is thrown is said by its calls. */
interface InstantAction extends Offer {
  run: (chosen: readonly List[]) => Promise<void>
}

/** Goes to a page of one list. */
interface LinkAction extends Offer {
  link: (list: List) => string
}

/** Something that can be done with whole lists. Features contribute them, `web/app/list-actions.ts` joins them. */
export type ListAction = DialogAction | InstantAction | LinkAction

/** All contributed actions; set by the application around the pages of lists. */
export const ListActionsContext = createContext<readonly ListAction[]>([])

/** The actions that make sense for these lists at one place, in their order. */
export const offeredListActions = (
  all: readonly ListAction[],
  place: ListActionPlace,
  chosen: readonly List[],
): ListAction[] =>
  LIST_ACTION_NAMES.flatMap((name) =>
    all.filter(
      (one) =>
        one.name === name &&
        one.places.includes(place) &&
        chosen.length > 0 &&
        chosen.every((list) => one.appliesTo?.(list) ?? list.deleted_at === null),
    ),
  )

/** The same for the person who looks. */
export function useListActions(): (place: ListActionPlace, chosen: readonly List[]) => ListAction[] {
  const user = useUser()
  const all = useContext(ListActionsContext)
  return (place, chosen) => offeredListActions(all, place, chosen).filter((action) => can(user, action.can))
}
