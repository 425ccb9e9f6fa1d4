import type { getEmployeesRun } from '#contract/activity/run-kinds/enrichment.ts'
import { findItems, insertItems, type RunContext } from '#server/modules/activity/runs/index.ts'
import { checkAddress } from '#server/modules/prospecting/email-verification/index.ts'
import { createSourceContext, getSource } from '#server/modules/sources/sources/index.ts'
import { abortable } from '#server/platform/abortable.ts'
import type { Context } from '#server/platform/context.ts'
import { InvalidSearch, ProviderError, searchWithRetry } from '#server/providers/lead-sources/index.ts'
import { countPeopleOfCompany, deliverPeople } from './deliver-people.ts'
import { listCompanies } from './enrichment-store.ts'
import { makeSearch } from './people-sources.ts'

type EmployeesContext = RunContext<typeof getEmployeesRun>
interface PricedSource {
  id: string
  unitCost: number
}

/** A run's position within a company: the source, its cursor, and people of other domains. */
interface Place {
  domain: string
  source: string
  cursor: Record<string, unknown> | null
  elsewhere: number
}

/** A company whose sources are done; not repeated when the run continues. */
const makeItemKey = (domain: string): string => `sources:${domain}`

/**
 * Queries people sources about companies whose websites were read. Failures are counted, and that source is not
 * used again in this run; a paid one is not used once the credits are spent.
 */
export function createPeopleCollector(ctx: Context, context: EmployeesContext) {
  const { db } = ctx
  const { account_id: accountId, id: runId, input } = context.run
  const requested: readonly PricedSource[] = input.peopleSources ?? []
  const failed = new Set<string>()
  let isSpent = false
  let place = context.run.cursor as Place | null

  async function collectFrom(domain: string, { id, unitCost }: PricedSource, start: Place): Promise<number> {
    const source = getSource(ctx, id)
    let { elsewhere } = start
    let remaining = input.maxPeople - (await countPeopleOfCompany(db, context.run, domain)) - elsewhere
    if (remaining <= 0) return elsewhere
    const ending = new AbortController()
    const signal = AbortSignal.any([context.signal, ending.signal])
    const batches = searchWithRetry(source, {
      query: { type: 'people', search: makeSearch(source, domain) },
      context: {
        ...(await createSourceContext(ctx, accountId, source, { signal })),
        cursor: start.cursor,
        batchSize: input.maxPeople,
        remaining: () => Math.max(1, remaining),
        check: (address, options) => checkAddress(ctx, accountId, address, signal, options),
      },
    })
    try {
      for await (const batch of abortable(batches, context.signal)) {
        await context.step(async (run) => {
          const done = await deliverPeople(ctx, run, {
            domain,
            source: id,
            leads: batch.leads,
            unitCost,
            remaining,
          })
          isSpent ||= done.isSpent
          const known = input.maxPeople - remaining
          const inList = await countPeopleOfCompany(db, run, domain)
          elsewhere = Math.max(elsewhere, known + done.added - inList)
          remaining = input.maxPeople - inList - elsewhere
          return { ...done.progress, cursor: { domain, source: id, cursor: batch.cursor, elsewhere } }
        })
        if (remaining <= 0 || (isSpent && unitCost > 0)) break
      }
    } finally {
      ending.abort()
    }
    if (context.signal.aborted) throw context.signal.reason
    return elsewhere
  }

  async function collect(domain: string): Promise<void> {
    const earlier = place?.domain === domain ? place : null
    place = null
    const first = earlier ? requested.findIndex(({ id }) => id === earlier.source) : 0
    let elsewhere = earlier?.elsewhere ?? 0
    let unanswered = 0
    for (const company of requested.slice(Math.max(0, first))) {
      if (isSpent && company.unitCost > 0) continue
      if (failed.has(company.id)) {
        unanswered += 1
        continue
      }
      const cursor = earlier?.source === company.id ? earlier.cursor : null
      try {
        elsewhere = await collectFrom(domain, company, { domain, source: company.id, cursor, elsewhere })
      } catch (error) {
        if (context.signal.aborted || !(error instanceof ProviderError || error instanceof InvalidSearch))
          throw error
        if (error instanceof ProviderError) failed.add(company.id)
        unanswered += 1
      }
    }
    await context.step(async (run) => {
      await insertItems(db, accountId, runId, { keys: [makeItemKey(domain)], state: 'asked' })
      return {
        cursor: null,
        done: run.done + 1,
        counts: { ...run.counts, unanswered: (run.counts.unanswered ?? 0) + unanswered },
      }
    })
  }

  return {
    /** Companies whose websites were read before the run was interrupted, and whose sources are pending. */
    async resume(unread: readonly string[]): Promise<void> {
      if (requested.length === 0) return
      const companies = await listCompanies(db, accountId, runId)
      const done = await findItems(db, accountId, runId, companies.map(makeItemKey))
      for (const domain of companies)
        if (!unread.includes(domain) && !done.has(makeItemKey(domain))) await collect(domain)
    },

    async collect(domains: readonly string[]): Promise<void> {
      if (requested.length > 0) for (const domain of domains) await collect(domain)
    },
  }
}
