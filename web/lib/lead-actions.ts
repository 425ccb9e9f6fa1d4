import { type ComponentType, createContext, useContext } from 'react'
import type { Lead, LeadFilters } from '#contract/leads/leads.ts'
import type { ActionName, PAGE_PARTS } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { ListRef } from './list-ref.ts'

/** Leads as calls take them: these, or everything that filters match, or the first of it. */
export type LeadSelection = { resultIds: number[] } | { filters: LeadFilters; first?: number }

/** What an action is asked for: these leads of this list. */
export interface LeadRequest {
  target: ListRef
  selection: LeadSelection
  /** How many leads that is. */
  count: number
  /** Everything that the page shows, selected or not. */
  view: { filters: LeadFilters; count: number }
}

/** A run that an action started, and the list that its results go to. */
export interface StartedRun {
  runId: number
  listId: number
}

/** What the dialog of an action gets. It stays mounted when it closes, so that the focus can go back. */
export interface LeadDialogProps {
  leadRequest: LeadRequest
  opened: boolean
  onClose: () => void
  /** The page shows the progress of this run above the leads. */
  onStarted: (started: StartedRun) => void
}

/**
 * Where an action is offered. `bar`: the bar of the selected leads. `head`: a button beside the list's name, for
 * the selected leads or else all of the view. `menu`: the menu beside it, for all leads of the view.
 */
export type ActionPlace = 'bar' | 'head' | 'menu'

/** The page on which an action is offered. */
export interface ActionScene {
  type: ListTypeId
  view: 'active' | 'bin'
}

/** What an action offers in the place of a value that a lead has not got. Done at once: its button names the price. */
export interface CellOffer {
  /** Name of the field. */
  field: string
  label: string
  price: () => string
  appliesTo: (lead: Lead) => boolean
  /** Starts it for one lead. What is thrown is shown. */
  start: (target: ListRef, lead: Lead) => Promise<StartedRun>
}

interface Offer {
  /** The filters of the page have names in the same table; they are no actions. */
  name: Exclude<ActionName, (typeof PAGE_PARTS)[number]>
  label: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  places: readonly ActionPlace[]
  /** What it costs, in a few words: `1 credit an address`, `Free`. Everything that may cost credits has one. */
  price?: (type: ListTypeId) => string
  /** Actions of one group share a button with this name in the bar, as soon as there are two. */
  group?: string
  danger?: boolean
  /** What most people do next with a finished list; the first of them in the type's order is the button that stands out. */
  isNextStep?: boolean
  cell?: CellOffer
  /** For the one lead that is open: its words there, and for which leads it makes sense. Without it: not offered there. */
  one?: { label: string | ((lead: Lead) => string); appliesTo: (lead: Lead) => boolean }
  /** A letter that asks for it, for the selected leads or else the open one. */
  key?: string
  /** Where it makes sense. Without it: everywhere but in the trash. */
  appliesTo?: (scene: ActionScene) => boolean
}

/** Asks first, in a dialog of its own that is loaded when it is opened. */
export interface DialogAction extends Offer {
  Dialog: ComponentType<LeadDialogProps>
}

/** Is done at once. What is thrown is shown. */
export interface InstantAction extends Offer {
  /** The leads are the same afterwards; otherwise nothing is selected any more. */
  keepsSelection?: true
  run: (leadRequest: LeadRequest) => Promise<void>
}

/** Goes to another page. */
interface LinkAction extends Offer {
  link: (target: ListRef) => string
}

/** Something that can be done to leads. Features contribute them, `web/app/lead-actions.ts` joins them. */
export type LeadAction = DialogAction | InstantAction | LinkAction

/** All contributed actions; set by the application around the page of a list. */
export const LeadActionsContext = createContext<readonly LeadAction[]>([])

/**
 * The actions of a list type that are offered on a page, in the order of the type's declaration. What is declared
 * and contributed by nobody is left out, and so is what nobody declared.
 */
export const offeredActions = (all: readonly LeadAction[], scene: ActionScene): LeadAction[] =>
  LIST_TYPES[scene.type].actions.flatMap((name) =>
    all.filter((one) => one.name === name && (one.appliesTo?.(scene) ?? scene.view !== 'bin')),
  )

/** The actions that can be used on a page. */
export const useOfferedActions = (scene: ActionScene): LeadAction[] =>
  offeredActions(useContext(LeadActionsContext), scene)

/** Those of one place. */
export const actionsAt = (place: ActionPlace, actions: readonly LeadAction[]): LeadAction[] =>
  actions.filter(({ places }) => places.includes(place))

/** Those that make sense for one open lead, with their words for it. */
export const actionsForOne = (lead: Lead, actions: readonly LeadAction[]): LeadAction[] =>
  actions.flatMap((action) => {
    if (!action.one?.appliesTo(lead)) return []
    const { label } = action.one
    return [{ ...action, label: typeof label === 'string' ? label : label(lead) }]
  })

/** Neighbours and others of one group under its name, where its first one stands; what has no group stands alone. */
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

/** The menu of a list under headings, the most used first; an action without a place here comes under the last one. */
const MENU_SECTIONS: readonly { label: string; names: readonly Offer['name'][] }[] = [
  { label: 'Enrich', names: ['enrich', 'waterfall', 'get-employees', 'get-phones', 'verify', 'ai'] },
  { label: 'Send and automate', names: ['crm', 'csv-options', 'autopilot', 'notice'] },
  { label: 'Organize', names: ['custom-labels', 'move', 'manual-entry', 'find-duplicates', 'clean-up'] },
]

/** The actions of a menu by section, in the order of the sections; sections without any are left out. */
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
