import * as z from 'zod/mini'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'

const MAX_BYTES = 256 * 1024
const TIMEOUT_MS = 15_000

/** Why a PayKickstart request failed. */
export class PayKickstartError extends Error {
  override name = 'PayKickstartError'
  readonly code: 'unavailable' | 'refused'
  constructor(code: 'unavailable' | 'refused') {
    super(code === 'refused' ? 'PayKickstart refused the request' : 'PayKickstart could not be reached')
    this.code = code
  }
}

export interface PayKickstartSetup {
  outbound: Outbound
  /** `https://app.paykickstart.com/api`, or a fake of it. */
  baseUrl: string
}

const Customer = z.object({ status: z.literal(true), secret: z.string().check(z.minLength(1)) })
const Cancelled = z.object({ success: z.union([z.literal(1), z.literal(true)]) })

/** Calls of PayKickstart's API, each with the API key of the vendor's account. */
export function createPayKickstart({ outbound, baseUrl }: PayKickstartSetup) {
  async function post<Schema extends z.ZodMiniType>(
    path: string,
    form: Record<string, string>,
    reply: Schema,
  ): Promise<z.output<Schema>> {
    const answer = await outbound
      .fetch(`${baseUrl}/${path}`, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
        redirects: 'none',
      })
      .then(async (got) => ({ status: got.status, text: await got.text() }))
      .catch((error: unknown) => {
        throw error instanceof OutboundError ? new PayKickstartError('unavailable') : error
      })
    if (answer.status >= 500 || answer.status === 429) throw new PayKickstartError('unavailable')
    const parsed = reply.safeParse(parse(answer.text))
    if (!parsed.success) throw new PayKickstartError('refused')
    return parsed.data
  }

  return {
    /** Where customers request a link to their portal by email. */
    hostedPortal: new URL('/billing', baseUrl).href,

    /**
     * URL of a customer's billing portal.
     * @throws PayKickstartError `refused` for an email without a purchase
     */
    async portalUrl(
      apiKey: string,
      { portalId, email }: { portalId: string; email: string },
    ): Promise<string> {
      const { secret } = await post('billing-customer', { auth_token: apiKey, email }, Customer)
      const url = new URL('/billing', baseUrl)
      url.search = new URLSearchParams({ portal: portalId, secret }).toString()
      return url.href
    },

    /** Ends a purchase's rebills at a date. @throws PayKickstartError */
    async cancel(apiKey: string, { invoiceId, at }: { invoiceId: string; at: Date }): Promise<void> {
      const seconds = String(Math.floor(at.getTime() / 1000))
      const form = { auth_token: apiKey, invoice_id: invoiceId, fire_event: '1', cancel_at: seconds }
      await post('subscriptions/cancel', form, Cancelled)
    },
  }
}

export type PayKickstart = ReturnType<typeof createPayKickstart>

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
