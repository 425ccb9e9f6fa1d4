import type { GridQuery } from '../grid/grid-query.ts'
import type { ListTarget } from '../use-leads.ts'
import { LeadPanel } from './lead-panel.tsx'
import { leadLink } from './lead-path.ts'

interface OpenLeadProps {
  target: ListTarget
  query: GridQuery
  /** Ids of the page, in its order. */
  ids: number[]
  onOpen: (id: number | null) => void
}

/** Puts the focus on the lead's row, which may have to be drawn first. */
const focusRowOf = (index: number) =>
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`[data-lead-grid] tr[data-index="${index}"]`)?.focus()
  })

/** The drawer of the lead that the address names, with its neighbours on the page. */
export function OpenLead({ target, query, ids, onOpen }: OpenLeadProps) {
  if (query.lead === null) return null
  const at = ids.indexOf(query.lead)
  const [back, on] = [at > 0 ? ids[at - 1] : undefined, at >= 0 ? ids[at + 1] : undefined]
  return (
    <LeadPanel
      target={target}
      leadId={query.lead}
      link={leadLink(target, query, query.lead)}
      onStep={{
        back: back === undefined ? undefined : () => onOpen(back),
        on: on === undefined ? undefined : () => onOpen(on),
      }}
      onClose={() => {
        onOpen(null)
        if (at >= 0) focusRowOf(at)
      }}
    />
  )
}
