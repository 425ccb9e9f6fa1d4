import type * as z from 'zod/mini'
import { hunterSource } from '#contract/sources/source-kinds/hunter.ts'
import type { SourceContext } from '../lead-source.ts'
import { type RawReply, type Refusal, requestVendor } from '../request-vendor.ts'
import { chooseWait, type VendorSetup, vendorUrl } from '../vendor-setup.ts'
import { Account, DomainSearch, EmailCount, EmailFinder, EmailVerifier, Errors } from './hunter-replies.ts'

/** Interval and maximum time for polling a pending answer. */
const POLL_INTERVAL_MS = 3000
const PATIENCE_MS = 30_000

function readMessage({ text }: RawReply): string {
  try {
    const { data } = Errors.safeParse(JSON.parse(text))
    return (data?.errors ?? []).map(({ id, details }) => `${id} ${details}`).join(' ')
  } catch {
    return ''
  }
}

/**
 * Rate limits and a used-up plan share the statuses 403 and 429, and the documentation is contradictory: the message
 * decides, then Retry-After.
 */
function refusal(answer: RawReply): Refusal | undefined {
  const { status, headers } = answer
  const errorText = readMessage(answer)
  if (status === 400 && /pagination/i.test(errorText))
    return { code: 'quota_exhausted', detail: 'the plan does not allow further pages' }
  if (status !== 403 && status !== 429) return undefined
  if (/usage|plan|quota|credit/i.test(errorText)) return { code: 'quota_exhausted', detail: 'usage limit' }
  if (status === 429 || /rate|too many/i.test(errorText) || headers['retry-after'])
    return { code: 'rate_limited' }
  return { code: 'unauthorized', detail: 'status 403' }
}

type VendorParameters = NonNullable<Parameters<typeof vendorUrl>[2]>

/** Hunter's endpoints. The key is sent in a header because URLs are logged. */
export function createHunterClient(setup: VendorSetup) {
  const vendor = { declaration: hunterSource, ...setup }
  const makeHeaders = ({ credential }: SourceContext) => ({
    authorization: `Bearer ${credential?.open().key ?? ''}`,
  })

  async function request<Schema extends z.ZodMiniType>(
    context: SourceContext,
    path: string,
    reply: Schema,
    parameters: VendorParameters = {},
  ): Promise<z.output<Schema>> {
    const url = vendorUrl(setup, path, parameters)
    return (await requestVendor(vendor, context, { url, reply, refusal, headers: makeHeaders(context) })).body
  }

  /** Polls until the answer is no longer 222; null after the maximum time. */
  async function retryRequest<Schema extends z.ZodMiniType>(
    context: SourceContext,
    url: string,
    reply: Schema,
  ): Promise<z.output<Schema> | null> {
    const until = setup.now().getTime() + PATIENCE_MS
    for (;;) {
      const { body } = await requestVendor(vendor, context, {
        url,
        reply,
        refusal,
        headers: makeHeaders(context),
        orElse: { 202: () => 'in progress' as const, 222: () => 'failed' as const },
      })
      if (body === 'failed') return null
      if (body !== 'in progress') return body as z.output<Schema>
      if (setup.now().getTime() + POLL_INTERVAL_MS > until) return null
      await chooseWait(setup)(POLL_INTERVAL_MS, context.signal)
      context.signal.throwIfAborted()
    }
  }

  return {
    domainSearch: (context: SourceContext, parameters: VendorParameters) =>
      request(context, '/domain-search', DomainSearch, parameters),
    /** Free. */
    emailCount: (context: SourceContext, parameters: VendorParameters) =>
      request(context, '/email-count', EmailCount, parameters),
    emailFinder: (context: SourceContext, parameters: VendorParameters) =>
      retryRequest(context, vendorUrl(setup, '/email-finder', parameters), EmailFinder),
    emailVerifier: (context: SourceContext, email: string) =>
      retryRequest(context, vendorUrl(setup, '/email-verifier', { email }), EmailVerifier),
    /** Free. */
    account: (context: SourceContext) => request(context, '/account', Account),
  }
}
export type HunterClient = ReturnType<typeof createHunterClient>
