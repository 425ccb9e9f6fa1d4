import { type ComponentType, createContext, useContext } from 'react'
import type { EnrichAction } from '#contract/enrichment.ts'
import type { Run } from '#contract/runs.ts'
import type { toLeadSelection } from './actions/selection.ts'
import type { ListTarget } from './use-leads.ts'

/** What an enrichment is asked for: these leads of this list. */
export interface EnrichOrder {
  action: EnrichAction
  target: ListTarget
  selection: ReturnType<typeof toLeadSelection>
  /** How many leads that is. */
  selected: number
}

/** A run that an enrichment started, and the list that its results go to. */
export interface StartedEnrichment {
  runId: number
  listId: number
}

/** Parts of a list's page that other features draw; the application joins them. */
export interface ListParts {
  /** What the web sites of a list say. */
  Companies: ComponentType<{ listId: number; running: boolean }>
  /** How far a run is with each web site. */
  RunWebsites: ComponentType<{ run: Run }>
  /** Asks for the options of an enrichment, shows its price and starts it. */
  EnrichDialog: ComponentType<{
    order: EnrichOrder
    /** It stays mounted when it closes, so that the focus can go back. */
    opened: boolean
    onClose: () => void
    onStarted: (started: StartedEnrichment) => void
  }>
}

/** Set by the application around the page. */
export const ListPartsContext = createContext<ListParts | null>(null)

/** The joined parts. Throws outside the page of a list (a mistake of ours). */
export function useListParts(): ListParts {
  const parts = useContext(ListPartsContext)
  if (!parts) throw new Error('The parts of the list page are not joined')
  return parts
}
