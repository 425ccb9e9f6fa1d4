import { type ComponentType, createContext, useContext } from 'react'
import type { Lead, LeadFilters } from '#contract/leads/leads.ts'
import type { ActionName, PAGE_PARTS } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { ListRef } from './list-ref.ts'

/** Leads as calls take them: by id, or everything matching filters, or the first of it. */
export type LeadSelection = { resultIds: number[] } | { filters: LeadFilters; first?: number }

/** The leads that an action applies to. */
export interface LeadRequest {
  target: ListRef
  selection: LeadSelection
  count: number
  /** Everything shown on the page, selected or not. */
  view: { filters: LeadFilters; count: number }
}

/** A run started by an action, and the list its results go to. */
export interface StartedRun {
  runId: number
  listId: number
}

/** Props of an action's dialog. It stays mounted after closing, so that the focus can return. */
export interface LeadDialogProps {
  leadRequest: LeadRequest
  opened: boolean
  onClose: () => void
  /** The page then shows the run's progress above the leads. */
  onStarted: (started: StartedRun) => void
}

/**
 * Where an action is offered. `bar`: the bar of selected leads. `head`: a button beside the list's name, for
 * selected leads or else the whole view. `menu`: the menu beside it, for the whole view.
 */
export type ActionPlace = 'bar' | 'head' | 'menu'

/** The page and lead type that decide which actions apply. */
export interface ActionScene {
  type: ListTypeId
  view: 'active' | 'bin'
}

/** An action offered in an empty cell. It starts at once: its button shows the price. */
export interface CellOffer {
  field: string
  label: string
  price: () => string
  appliesTo: (lead: Lead) => boolean
  /** Starts it for one lead. Errors are shown. */
  start: (target: ListRef, lead: Lead) => Promise<StartedRun>
}

interface Offer {
  /** Filters are declared in the same table, but are not actions. */
  name: Exclude<ActionName, (typeof PAGE_PARTS)[number]>
  label: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  places: readonly ActionPlace[]
  /** Short price, such as `1 credit each` or `Free`. Required for anything that may cost credits. */
  price?: (type: ListTypeId) => string
  /** Two or more actions of a group share a button with this name in the bar. */
  group?: string
  danger?: boolean
  /** A usual next step for a finished list; the first one in the type's order is the primary button. */
  isNextStep?: boolean
  cell?: CellOffer
  /** For a single open lead: its label there, and which leads it applies to. Not offered there if absent. */
  one?: { label: string | ((lead: Lead) => string); appliesTo: (lead: Lead) => boolean }
  /** Shortcut letter, for selected leads or else the open one. */
  key?: string
  /** Where it applies; by default everywhere except in the trash. */
  appliesTo?: (scene: ActionScene) => boolean
}

/** Opens its own dialog, which is loaded on demand. */
export interface DialogAction extends Offer {
  Dialog: ComponentType<LeadDialogProps>
}

/** Runs at once. Errors are shown. */
export interface InstantAction extends Offer {
  /** The selection stays afterwards; by default it is cleared. */
  keepsSelection?: true
  run: (leadRequest: LeadRequest) => Promise<void>
}

/** Opens another page. */
interface LinkAction extends Offer {
  link: (target: ListRef) => string
}

/** An action on leads. Features contribute them, `web/app/lead-actions.ts` collects them. */
export type LeadAction = DialogAction | InstantAction | LinkAction

/** All contributed actions; provided around list pages. */
export const LeadActionsContext = createContext<readonly LeadAction[]>([])

/**
 * The actions of a list type that are offered on a page, in declared order. Includes only actions that are
 * both declared and contributed.
 */
export const offeredActions = (all: readonly LeadAction[], scene: ActionScene): LeadAction[] =>
  LIST_TYPES[scene.type].actions.flatMap((name) =>
    all.filter((one) => one.name === name && (one.appliesTo?.(scene) ?? scene.view !== 'bin')),
  )

export const useOfferedActions = (scene: ActionScene): LeadAction[] =>
  offeredActions(useContext(LeadActionsContext), scene)

export const actionsAt = (place: ActionPlace, actions: readonly LeadAction[]): LeadAction[] =>
  actions.filter(({ places }) => places.includes(place))

/** Actions that apply to one open lead, with their labels. */
export const actionsForOne = (lead: Lead, actions: readonly LeadAction[]): LeadAction[] =>
  actions.flatMap((action) => {
    if (!action.one?.appliesTo(lead)) return []
    const { label } = action.one
    return [{ ...action, label: typeof label === 'string' ? label : label(lead) }]
  })

/**
 * Collects the actions of a group at the position of its first one; an action without a group is on its own.
 */
export function groupedActions(actions: readonly LeadAction[]): { group?: string; actions: LeadAction[] }[] {
  const groups: { group?: string; actions: LeadAction[] }[] = []
  for (const action of actions) {
    const { group } = action
    const known = group === undefined ? undefined : groups.find((one) => one.group === group)
    if (known) known.actions.push(action)
    else groups.push({ ...(group === undefined ? {} : { group }), actions: [action] })
  }
  return groups
}

/** Sections of a list's menu, most used first; an action that is not named here goes into the last one. */
const MENU_SECTIONS: readonly { label: string; names: readonly Offer['name'][] }[] = [
  {
    label: 'Enrich',
    names: ['enrich', 'waterfall', 'get-employees', 'get-phones', 'check-websites', 'verify', 'ai'],
  },
  { label: 'Send and automate', names: ['crm', 'csv-options', 'autopilot', 'notice'] },
  { label: 'Organize', names: ['custom-labels', 'move', 'manual-entry', 'find-duplicates', 'clean-up'] },
]

/** A menu's actions by section; empty sections are left out. */
export function menuSections(actions: readonly LeadAction[]): { label: string; actions: LeadAction[] }[] {
  const placed = new Set(MENU_SECTIONS.flatMap(({ names }) => names))
  return MENU_SECTIONS.map(({ label, names }, at) => ({
    label,
    actions: [
      ...names.flatMap((name) => actions.filter((action) => action.name === name)),
      ...(at === MENU_SECTIONS.length - 1 ? actions.filter(({ name }) => !placed.has(name)) : []),
    ],
  })).filter((section) => section.actions.length > 0)
}
