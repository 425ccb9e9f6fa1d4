import * as z from 'zod/mini'
import type { CrmContext, CrmSign, CrmWin, CrmWins } from '../crm-adapter.ts'
import type { CrmRequest } from '../request-crm.ts'
import { associationsPath, HUBSPOT_BATCH, propertiesPath, searchHubspot } from './hubspot-request.ts'

/** A deal in a stage that HubSpot counts as won. */
const WON = 'won'
/** Signs by property of deals or contacts, before the code of the stage. */
const STAGES = { deal: 'dealstage', contact: 'lifecyclestage' } as const

const Stages = z.object({
  options: z.array(z.object({ label: z.string(), value: z.string(), hidden: z.optional(z.boolean()) })),
})

const Links = z.object({
  results: z.array(
    z.object({
      from: z.object({ id: z.string() }),
      to: z.array(z.object({ toObjectId: z.coerce.string() })),
    }),
  ),
})

/** Deals that are won, and deals or contacts in a stage. The stages are those of the account. */
export function createHubspotWins(request: CrmRequest): CrmWins {
  async function stagesOf(context: CrmContext, kind: keyof typeof STAGES, label: string): Promise<CrmSign[]> {
    const { options } = await request(context, `${propertiesPath(`${kind}s`)}/${STAGES[kind]}`, {
      reply: Stages,
    })
    return options
      .filter(({ hidden }) => !hidden)
      .map((option) => ({ id: `${kind}:${option.value}`, label: `${label}: ${option.label}` }))
  }

  /** The contacts of deals. */
  async function withContacts(context: CrmContext, deals: readonly string[]): Promise<CrmWin[]> {
    const wins: CrmWin[] = []
    for (let from = 0; from < deals.length; from += HUBSPOT_BATCH) {
      const json = { inputs: deals.slice(from, from + HUBSPOT_BATCH).map((id) => ({ id })) }
      const { results } = await request(context, associationsPath('deals', 'contacts'), {
        json,
        reply: Links,
      })
      for (const { from: deal, to } of results)
        wins.push({ id: `deal:${deal.id}`, contactIds: to.map(({ toObjectId }) => toObjectId) })
    }
    return wins
  }

  async function changed(
    context: CrmContext,
    kind: 'deals' | 'contacts',
    sign: { propertyName: string; value: string },
    since: Date,
  ): Promise<string[]> {
    const updated = kind === 'deals' ? 'hs_lastmodifieddate' : 'lastmodifieddate'
    const found = await searchHubspot(request, context, kind, {
      filters: [
        [
          { ...sign, operator: 'EQ' },
          { propertyName: updated, operator: 'GTE', value: String(since.getTime()) },
        ],
      ],
      properties: [updated],
      sorts: [updated],
    })
    return found.map(({ id }) => id)
  }

  return {
    async signs(context) {
      const deals = await stagesOf(context, 'deal', 'Deal')
      const contacts = await stagesOf(context, 'contact', 'Contact')
      return [{ id: WON, label: 'A deal is won' }, ...deals, ...contacts]
    },
    async list(context, sign, since) {
      const [kind, ...rest] = sign.split(':')
      const value = rest.join(':')
      if (kind === 'contact') {
        const ids = await changed(context, 'contacts', { propertyName: STAGES.contact, value }, since)
        return ids.map((id) => ({ id: `contact:${id}`, contactIds: [id] }))
      }
      const wanted =
        sign === WON
          ? { propertyName: 'hs_is_closed_won', value: 'true' }
          : { propertyName: STAGES.deal, value }
      return withContacts(context, await changed(context, 'deals', wanted, since))
    },
  }
}
