import { type ComponentType, createContext, useContext } from 'react'
import type { Capability } from '#contract/core/capabilities.ts'
import type { List } from '#contract/leads/lists.ts'
import { can, useUser } from './session.ts'

/** All actions on whole lists, in display order. */
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
  'import-address',
  'webhooks',
  'folder',
  'duplicate',
  'archive',
  'unarchive',
  'delete',
] as const

/**
 * Where an action is offered. `row`: the menu of a list in Saved Lists. `bar`: the bar of lists selected
 * there. `menu`: the menu of the list's own page, and the command palette.
 */
export type ListActionPlace = 'row' | 'bar' | 'menu'

/** Props of an action's dialog: no lists keep it closed. It stays mounted, so that the focus can return. */
export interface ListDialogProps {
  chosen: readonly List[]
  onClose: () => void
  /** Clears the selection. */
  onDone: () => void
}

interface Offer {
  name: (typeof LIST_ACTION_NAMES)[number]
  label: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  places: readonly ListActionPlace[]
  danger?: true
  /** Required capability. */
  can?: Capability
  /** Lists it applies to; all of several must match. By default all lists outside the trash. */
  appliesTo?: (list: List) => boolean
  /** Why it can’t be used on a list now; a hook of the menu item. */
  useRefusal?: (list: List) => string | null
}

/** Opens a dialog. */
interface DialogAction extends Offer {
  Dialog: ComponentType<ListDialogProps>
}

/** Runs at once. Its calls show their own errors. */
interface InstantAction extends Offer {
  run: (chosen: readonly List[]) => Promise<void>
}

/** Opens a page of one list. */
interface LinkAction extends Offer {
  link: (list: List) => string
}

/** An action on whole lists. Features contribute them, `web/app/list-actions.ts` collects them. */
export type ListAction = DialogAction | InstantAction | LinkAction

/** All contributed actions; provided around the pages of lists. */
export const ListActionsContext = createContext<readonly ListAction[]>([])

/** The actions that apply to these lists in one place, in order. */
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

/** The same, limited to what the current user may do. */
export function useListActions(): (place: ListActionPlace, chosen: readonly List[]) => ListAction[] {
  const user = useUser()
  const all = useContext(ListActionsContext)
  return (place, chosen) => offeredListActions(all, place, chosen).filter((action) => can(user, action.can))
}
