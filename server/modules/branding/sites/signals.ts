import type { Site } from '#contract/branding/site.ts'
import { defineEvent, defineQuestion } from '#server/platform/signals.ts'
import type { SiteRow } from './sites-store.ts'

/** The realm of an account's customers; created on first use, with the account's name. */
export const accountRealm = defineQuestion<{ accountId: number; name: string }, number>('accountRealm')

/** The newest terms of a site; null is the platform's own. */
export const currentTerms = defineQuestion<{ siteId: number | null }, Site['terms']>('currentTerms')

/** What people get who register on a site; null where nobody may. Without a site: the platform's own. */
export const signUpPlan = defineQuestion<{ site: SiteRow | null }, { planVersionId: number } | null>(
  'signUpPlan',
)

/** Whether and on which plan people register on an account's site, and their free credits. */
export const signUpSettings = defineQuestion<
  { owner: { id: number; parent_id: number | null }; site: SiteRow | null },
  Pick<Site, 'sign_up' | 'sign_up_plan_id' | 'sign_up_credits' | 'sign_up_plans'>
>('signUpSettings')

/** Opens or closes registration, or changes its plan or credits. @throws AppError validation_failed */
export const changeSignUpSettings = defineQuestion<
  {
    owner: { id: number; parent_id: number | null; modules: string[] }
    site: SiteRow
    change: { open?: boolean; planId?: number | null; credits?: number }
  },
  void
>('changeSignUpSettings')

/**
 * A domain's record is missing. Emitted in the transaction that finds it, on some days of the failure only.
 * `day`: days since it began at `since`; `darkAt`: when the domain is lost.
 */
export const domainFailing = defineEvent<{
  siteId: number
  host: string
  since: Date
  day: number
  darkAt: Date
}>()

/** A domain is no longer served, because its record has been missing since `since`. In the same transaction. */
export const domainLost = defineEvent<{ siteId: number; host: string; since: Date }>()
