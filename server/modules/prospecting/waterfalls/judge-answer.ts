import type { WaterfallConditions } from '#contract/activity/run-kinds/waterfall.ts'
import { type EmailState, PAID_EMAIL_STATES } from '#contract/leads/email-states.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { checkAddress } from '#server/modules/prospecting/email-verification/index.ts'
import { createSourceContext, listVerifiers } from '#server/modules/sources/sources/index.ts'
import type { Context } from '#server/platform/context.ts'
import { phonePlans } from '#server/platform/text/phone-plans.ts'
import { type FoundValue, ProviderError } from '#server/providers/lead-sources/index.ts'

type Values = Record<string, FoundValue>

/** An answer's verdict: it ends the search, is kept until something better arrives, or is worthless. */
export interface Judgement {
  verdict: 'passes' | 'keep' | 'miss'
  /** The values with verification results. */
  values: Values
  /** Whether an email's mailbox is known to exist. */
  isVerified: boolean
}

/** States about which a vendor may know more than we do. */
const DOUBTFUL: ReadonlySet<EmailState> = new Set(['catch_all', 'provider_blocks_probe', 'unknown'])
const MOBILE: ReadonlySet<string> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE', 'PERSONAL_NUMBER'])
const PROFILE_FIELDS = ['linkedin_url', 'position', 'company'] as const

const miss: Judgement = { verdict: 'miss', values: {}, isVerified: false }

/** Whether a number is a mobile, as far as its country's numbering plan tells. */
const isMobile = (phone: string): boolean =>
  MOBILE.has(phonePlans().parsePhoneNumberFromString(phone)?.getType() ?? '')

/** The first conclusive vendor result for an inconclusive address; null without any. */
async function requestVendors(
  ctx: Context,
  accountId: number,
  address: string,
  signal: AbortSignal,
): Promise<{ state: EmailState; source: string } | null> {
  for (const source of await listVerifiers(ctx, accountId)) {
    try {
      const context = await createSourceContext(ctx, accountId, source, { signal })
      const { state } = (await source.verify?.(address, context)) ?? { state: 'unknown' }
      if (state !== 'unknown') return { state, source: source.declaration.id }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ProviderError)) throw error
    }
  }
  return null
}

/**
 * An address's result, and the vendor behind it where it is not our own check: queried from its server, and from
 * a vendor in case of doubt.
 */
async function stateOfAddress(
  ctx: Context,
  accountId: number,
  address: string,
  signal: AbortSignal,
): Promise<{ state: EmailState; source: string | null }> {
  const { state } = await checkAddress(ctx, accountId, address, signal)
  const own = { state, source: null }
  return DOUBTFUL.has(state) ? ((await requestVendors(ctx, accountId, address, signal)) ?? own) : own
}

async function judgeEmail(
  ctx: Context,
  values: Values,
  { stop_at }: WaterfallConditions,
  context: { accountId: number; signal: AbortSignal },
): Promise<Judgement> {
  const { email, email_state: claimed } = values
  if (!email) return miss
  // A source that reports "valid" has checked the mailbox itself; anything less is checked again.
  const isClaimedValid = claimed?.value === 'valid'
  const { state, source } = isClaimedValid
    ? { state: 'valid' as const, source: null }
    : await stateOfAddress(ctx, context.accountId, String(email.value), context.signal)
  if (!PAID_EMAIL_STATES.includes(state)) return miss
  // The state is attributed to the vendor that checked the address, not the one that found it.
  const observed_at = ctx.clock.now().toISOString()
  const verification = {
    url: null,
    method: 'verified',
    confidence: 1,
    observed_at,
    licence: null,
    record: null,
  }
  const origin = isClaimedValid
    ? claimed.origin
    : source === null
      ? email.origin
      : { source, ...verification }
  const known = { ...values, email_state: { value: state, origin } }
  const isVerified = state === 'valid'
  return { verdict: stop_at === 'any' || isVerified ? 'passes' : 'keep', values: known, isVerified }
}

/** Decides whether a source's answer is a usable value. */
export async function judgeAnswer(
  ctx: Context,
  want: Want,
  {
    values,
    conditions,
    context,
  }: { values: Values; conditions: WaterfallConditions; context: { accountId: number; signal: AbortSignal } },
): Promise<Judgement> {
  if (want === 'email') return judgeEmail(ctx, values, conditions, context)
  if (want === 'phone') {
    const { phone } = values
    if (!phone || (conditions.mobile_only && !isMobile(String(phone.value)))) return miss
    return { verdict: 'passes', values: { phone }, isVerified: false }
  }
  if (want === 'details')
    return Object.keys(values).length > 0 ? { verdict: 'passes', values, isVerified: false } : miss
  const isProfile = PROFILE_FIELDS.some((name) => values[name])
  return isProfile ? { verdict: 'passes', values, isVerified: false } : miss
}
