import { type ReactNode, Suspense, useState } from 'react'
import type { EnrichAction } from '#contract/enrichment.ts'
import type { LeadFilters } from '#contract/leads.ts'
import { useKept } from '#web/lib/kept.ts'
import { type EnrichOrder, type StartedEnrichment, useListParts } from './list-parts.ts'
import { type Selection, selectedCount, toLeadSelection } from './selection.ts'
import { StartedRun } from './started-run.tsx'
import type { ListTarget } from './use-leads.ts'

interface Enrichment {
  /** Opens the dialog of an action for these leads. */
  ask: (action: EnrichAction, of: Selection) => void
  /** Progress and result of what was started last; null when there is nothing to show. */
  banner: ReactNode
  dialog: ReactNode
  /** The run that the banner follows. */
  runId: number | undefined
}

/** Everything about enriching the leads of a list: the dialog, and the run that came of it. */
export function useEnrichment(target: ListTarget, filters: LeadFilters, total: number): Enrichment {
  const { EnrichDialog } = useListParts()
  const [asked, setAsked] = useState<{ order: EnrichOrder; opened: boolean } | null>(null)
  const [started, setStarted] = useKept<StartedEnrichment>(`enrichment.${target.id}`)
  return {
    ask: (action, of) =>
      setAsked({
        opened: true,
        order: {
          action,
          target,
          selection: toLeadSelection(of, filters),
          selected: selectedCount(of, total),
        },
      }),
    runId: started?.runId,
    banner: started && (
      <StartedRun
        key={started.runId}
        started={started}
        listId={target.id}
        onDismiss={() => setStarted(null)}
      />
    ),
    dialog: asked && (
      <Suspense>
        <EnrichDialog
          {...asked}
          onClose={() => setAsked({ ...asked, opened: false })}
          onStarted={setStarted}
        />
      </Suspense>
    ),
  }
}
