import { type ComponentType, createContext, useContext } from 'react'
import type { Run } from '#contract/activity/runs.ts'
import type { StartedRun } from '#web/lib/lead-actions.ts'
import type { ListRef } from '#web/lib/list-ref.ts'

/** Parts of a list's page that other features draw; the application joins them. */
export interface ListParts {
  /** What the websites of a list say. */
  Companies: ComponentType<{ listId: number; running: boolean }>
  /** Texts about one lead. */
  LeadTexts: ComponentType<{ leadId: number }>
  /** How much a lead is like the won ones, and why. */
  LeadScore: ComponentType<{ target: ListRef; leadId: number }>
  /** What comes after a run of texts. */
  AfterTexts: ComponentType<{ run: Run; onStarted: (started: StartedRun) => void }>
  /** How far a run is with each website. */
  RunWebsites: ComponentType<{ run: Run }>
}

/** Set by the application around the page. */
export const ListPartsContext = createContext<ListParts | null>(null)

/** The joined parts. Throws outside the page of a list (a mistake of ours). */
export function useListParts(): ListParts {
  const parts = useContext(ListPartsContext)
  if (!parts) throw new Error('The parts of the list page are not joined')
  return parts
}
