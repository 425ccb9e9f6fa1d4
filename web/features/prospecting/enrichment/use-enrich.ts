import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { FILTER_DEBOUNCE_MS, QUOTE_MINUTES } from '#contract/core/constants.ts'
import {
  checkWebsites,
  type EnrichAction,
  findEmails,
  getEmployees,
  quoteEnrichment,
  verifyLeads,
} from '#contract/prospecting/enrichment.ts'
import { call } from '#web/lib/api.ts'
import type { LeadRequest, StartedRun } from '#web/lib/lead-actions.ts'
import { agreedPrice, useQuotedStart } from '#web/lib/quoted-start.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { EmployeeOptions } from './employee-options.tsx'

/** Selected leads, and the enrichment to run. */
export interface EnrichSelection extends Pick<LeadRequest, 'target' | 'selection' | 'count'> {
  action: EnrichAction
}

const FRESH_MS = (QUOTE_MINUTES - 1) * 60_000

/** The quote, fetched again when the options change. `settled`: it belongs to the current options. */
export function useEnrichQuote(
  { action, target, selection }: EnrichSelection,
  options: EmployeeOptions,
  on: boolean,
) {
  const { withEmails, maxPeople, sources } = options
  const employeeOptions = useMemo(
    () => ({ withEmails, maxPeople, sources }),
    [withEmails, maxPeople, sources],
  )
  const [debounced] = useDebouncedValue(employeeOptions, FILTER_DEBOUNCE_MS)
  const extras =
    action === 'get-employees'
      ? {
          with_emails: debounced.withEmails,
          max_people: debounced.maxPeople,
          ...(debounced.sources && { sources: debounced.sources }),
        }
      : {}
  const quote = usePagedQuery(
    quoteEnrichment,
    {
      body: { action, type: target.type, list_id: target.id, selection, ...extras },
    },
    { enabled: on, staleTime: FRESH_MS, gcTime: 0 },
  )
  return { quote, settled: quote.isSuccess && !quote.isPlaceholderData && debounced === employeeOptions }
}

/**
 * Starts an enrichment once, however often the button is pressed; `onStarted` gets its run and target list.
 */
export const useStartEnrich = (onStarted: (started: StartedRun) => void) =>
  useQuotedStart(
    quoteEnrichment,
    ({ leadRequest, options, quote }: StartInput, keyFor) => {
      const { action, target, selection } = leadRequest
      const paid = { selection, ...agreedPrice(quote) }
      const shared = {
        params: target,
        // Shown instead: the run, above the leads
        quiet: true,
        idempotencyKey: keyFor({ action, target, options, paid }),
      }
      if (action === 'verify') return call(verifyLeads, { ...shared, body: { selection } })
      if (action === 'check-websites') return call(checkWebsites, { ...shared, body: paid })
      if (action === 'find-emails') return call(findEmails, { ...shared, body: paid })
      const { withEmails, maxPeople, sources, into, name } = options
      return call(getEmployees, {
        ...shared,
        body: {
          ...paid,
          with_emails: withEmails,
          max_people: maxPeople,
          ...(sources && { sources }),
          ...(into === null ? {} : { into_list_id: into }),
          ...(into === null && name.trim() ? { name: name.trim() } : {}),
        },
      })
    },
    ({ data }) => onStarted({ runId: data.run.id, listId: data.list_id }),
  )

interface StartInput {
  leadRequest: EnrichSelection
  options: EmployeeOptions
  quote: {
    id: number
    credits: { min: number; expected: number; max: number }
    available: number
    eligible: number
  }
}
