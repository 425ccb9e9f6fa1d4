import { type ComponentType, createContext, useContext } from 'react'
import type { Run } from '#contract/activity/runs.ts'
import type { StartedRun } from '#web/lib/lead-actions.ts'
import type { ListRef } from '#web/lib/list-ref.ts'

/** Parts of a list's page from other features, combined by the application. */
export interface ListParts {
  /** Websites of a list. */
  Companies: ComponentType<{ listId: number; running: boolean }>
  /** Texts about one lead. */
  LeadTexts: ComponentType<{ leadId: number }>
  /** Score of a lead with its reasons. */
  LeadScore: ComponentType<{ target: ListRef; leadId: number }>
  /** Next steps after a text run. */
  AfterTexts: ComponentType<{ run: Run; onStarted: (started: StartedRun) => void }>
  /** Progress per website of a run. */
  RunWebsites: ComponentType<{ run: Run }>
}

/** Set by the application around the page. */
export const ListPartsContext = createContext<ListParts | null>(null)

/** The combined parts. Throws outside the page of a list (a programming error). */
export function useListParts(): ListParts {
  const parts = useContext(ListPartsContext)
  if (!parts) throw new Error('The parts of the list page are not joined')
  return parts
}
