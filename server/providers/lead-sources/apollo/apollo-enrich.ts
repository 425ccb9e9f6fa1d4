import { apolloSource } from '#contract/sources/source-kinds/apollo.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { findNamedHost } from '#server/website-reader/index.ts'
import type {
  EnrichAnswer,
  Enriched,
  EnrichRequest,
  FoundValue,
  LeadToEnrich,
  PendingState,
  SourceContext,
  WorkContext,
} from '../lead-source.ts'
import { ProviderError } from '../provider-error.ts'
import type { ApolloClient } from './apollo-client.ts'
import { deliveredPhone, foundValues } from './apollo-person.ts'
import { Phones } from './apollo-replies.ts'

/** Numbers take minutes. */
const POLL_AFTER_SECONDS = 60
const SLOW_POLL_SECONDS = 3600

const NO_HOOK =
  'Apollo sends phone numbers to a public https address of this installation, but it has none (PUBLIC_URL)'

/** How Apollo identifies a person; null when too little is known. */
function matchParameters(lead: LeadToEnrich) {
  const domain = lead.domain ? findNamedHost(lead.domain)?.domain : undefined
  const isKnown = lead.linkedin_url ?? lead.email ?? (lead.name && (domain ?? lead.company))
  if (!isKnown) return null
  return {
    linkedin_url: lead.linkedin_url ?? undefined,
    email: lead.email ?? undefined,
    name: lead.name ?? undefined,
    domain,
    organization_name: lead.company ?? undefined,
  }
}

/** Reference of a promised phone number: the person, and Apollo's request id if it gave one. */
const makeReference = (person: string, request: string | number | null | undefined) =>
  request === null || request === undefined ? person : `${person}/${request}`

async function requestAnswer(
  client: ApolloClient,
  lead: LeadToEnrich,
  wants: readonly Want[],
  context: WorkContext,
): Promise<EnrichAnswer> {
  const parameters = matchParameters(lead)
  const hook = wants.includes('phone') ? context.hook : null
  if (!parameters) return { leadId: lead.id, values: {} }
  const reveal = hook ? { reveal_phone_number: 'true', webhook_url: hook.url } : {}
  const { person, request_id: request } = await client.match(context, { ...parameters, ...reveal })
  if (!person) return { leadId: lead.id, values: {} }
  const values = foundValues(person, wants)
  // A number that came at once is final; the promised one would be the same.
  if (!hook || values.phone) return { leadId: lead.id, values }
  const pending = { reference: makeReference(person.id, request), pollAfterSeconds: POLL_AFTER_SECONDS }
  return { leadId: lead.id, values, pending }
}

/** Looks up each lead. Phone numbers arrive later, and only when Apollo can reach this installation. */
export async function* enrichFromApollo(
  client: ApolloClient,
  { units, wants }: EnrichRequest,
  context: WorkContext,
): AsyncIterable<Enriched[]> {
  const wanted = context.hook ? wants : wants.filter((want) => want !== 'phone')
  const problem = wanted.length === 0 ? NO_HOOK : null
  for (const unit of units) {
    const answers: EnrichAnswer[] = []
    for (const lead of await unit.leads()) {
      context.signal.throwIfAborted()
      answers.push(
        problem ? { leadId: lead.id, values: {} } : await requestAnswer(client, lead, wanted, context),
      )
    }
    yield [{ unit: unit.key, answers, problem }]
  }
}

/** The state of a promised number. */
export async function pendingAtApollo(
  client: ApolloClient,
  reference: string,
  context: SourceContext,
): Promise<PendingState> {
  const [person = '', request = ''] = reference.split('/')
  // Without a request id only the webhook can deliver the number.
  if (request === '') return { state: 'pending', pollAfterSeconds: SLOW_POLL_SECONDS }
  const result = await client.webhookResult(context, request)
  if ('error_code' in result) {
    if (result.error_code !== 'result_pending') return { state: 'lost' }
    return { state: 'pending', pollAfterSeconds: result.retry_after_seconds ?? POLL_AFTER_SECONDS }
  }
  return { state: 'arrived', values: deliveredPhone(result.webhook_result?.people ?? [], person) }
}

/** Reads the numbers that Apollo sent. @throws ProviderError `bad_response` */
export function readApolloHook(body: unknown): { reference: string; values: Record<string, FoundValue> }[] {
  const { data } = Phones.safeParse(body)
  if (!data) throw new ProviderError(apolloSource, 'bad_response', { detail: 'an unexpected webhook body' })
  return data.people.map(({ id }) => ({
    reference: makeReference(id, data.request_id),
    values: deliveredPhone(data.people, id),
  }))
}
