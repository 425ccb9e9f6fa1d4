import { apolloSource } from '#contract/sources/source-kinds/apollo.ts'
import type { SourceContext } from '../lead-source.ts'
import { type RawReply, type Refusal, requestVendor } from '../request-vendor.ts'
import { type VendorSetup, vendorUrl } from '../vendor-setup.ts'
import { BulkMatch, CreditUsage, Match, NoResult, PeopleSearch, WebhookResult } from './apollo-replies.ts'

const refusal = ({ status }: RawReply): Refusal | undefined =>
  status === 403 ? { code: 'unauthorized', detail: 'the key is not allowed to use this endpoint' } : undefined

type VendorParameters = NonNullable<Parameters<typeof vendorUrl>[2]>

/** Apollo's endpoints. Filters are query parameters even of a POST. */
export function createApolloClient(setup: VendorSetup) {
  const vendor = { declaration: apolloSource, ...setup }
  const call = ({ credential }: SourceContext, path: string, parameters?: VendorParameters) => ({
    url: vendorUrl(setup, path, parameters),
    headers: { 'x-api-key': credential?.open().key ?? '' },
    method: 'POST',
    refusal,
  })
  return {
    /** Free. */
    search: async (context: SourceContext, parameters: VendorParameters) =>
      (
        await requestVendor(vendor, context, {
          ...call(context, '/mixed_people/api_search', parameters),
          reply: PeopleSearch,
        })
      ).body,
    /** Costs credits; up to ten people by id. */
    bulkMatch: async (context: SourceContext, ids: readonly string[]) =>
      (
        await requestVendor(vendor, context, {
          ...call(context, '/people/bulk_match'),
          json: { details: ids.map((id) => ({ id })) },
          endpoint: 'bulk_match',
          reply: BulkMatch,
        })
      ).body,
    match: async (context: SourceContext, parameters: VendorParameters) =>
      (await requestVendor(vendor, context, { ...call(context, '/people/match', parameters), reply: Match }))
        .body,
    /** Free. `NoResult` while there is none, with when or why. */
    webhookResult: async (context: SourceContext, requestId: string) => {
      const none = (json: unknown) => NoResult.safeParse(json).data
      const { body } = await requestVendor(vendor, context, {
        ...call(context, `/webhook_result/${encodeURIComponent(requestId)}`),
        method: 'GET',
        reply: WebhookResult,
        orElse: { 400: none, 404: none, 410: none },
      })
      return body
    },
    /** Free, for master keys; null for a key without permission. */
    creditUsage: async (context: SourceContext) => {
      const { body } = await requestVendor(vendor, context, {
        ...call(context, '/usage_stats/credit_usage_stats'),
        reply: CreditUsage,
        orElse: { 403: () => 'not allowed' as const },
      })
      return body === 'not allowed' ? null : body.credit_usage_stats.lead_credit
    },
  }
}
export type ApolloClient = ReturnType<typeof createApolloClient>
