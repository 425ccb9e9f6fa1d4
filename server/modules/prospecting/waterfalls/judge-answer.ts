import type { WaterfallConditions } from '#contract/activity/run-kinds/waterfall.ts'
import { type EmailState, PAID_EMAIL_STATES } from '#contract/leads/email-states.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import type { EmailVerificationService } from '#server/modules/prospecting/email-verification/index.ts'
import type { SourcesService } from '#server/modules/sources/sources/index.ts'
import { systemClock } from '#server/platform/clock.ts'
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

export interface JudgeDeps {
  emailVerification: Pick<EmailVerificationService, 'check' | 'unchecked'>
  sources: Pick<SourcesService, 'verifiers' | 'contextOf'>
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
  accountId: number,
  address: string,
  signal: AbortSignal,
  { sources }: JudgeDeps,
): Promise<{ state: EmailState; source: string } | null> {
  for (const source of await sources.verifiers(accountId)) {
    try {
      const context = await sources.contextOf(accountId, source, { signal })
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
  accountId: number,
  address: string,
  signal: AbortSignal,
  deps: JudgeDeps,
): Promise<{ state: EmailState; source: string | null }> {
  const { state } = await deps.emailVerification.check(accountId, address, signal)
  const own = { state, source: null }
  return DOUBTFUL.has(state) ? ((await requestVendors(accountId, address, signal, deps)) ?? own) : own
}

async function judgeEmail(
  values: Values,
  { stop_at }: WaterfallConditions,
  context: { accountId: number; signal: AbortSignal },
  deps: JudgeDeps,
): Promise<Judgement> {
  const { email, email_state: claimed } = values
  if (!email) return miss
  // A source that reports "valid" has checked the mailbox itself; anything less is checked again.
  const isClaimedValid = claimed?.value === 'valid'
  const { state, source } = isClaimedValid
    ? { state: 'valid' as const, source: null }
    : await stateOfAddress(context.accountId, String(email.value), context.signal, deps)
  if (!PAID_EMAIL_STATES.includes(state)) return miss
  // The state is attributed to the vendor that checked the address, not the one that found it.
  const observed_at = systemClock.now().toISOString()
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
  want: Want,
  values: Values,
  conditions: WaterfallConditions,
  context: { accountId: number; signal: AbortSignal },
  deps: JudgeDeps,
): Promise<Judgement> {
  if (want === 'email') return judgeEmail(values, conditions, context, deps)
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
