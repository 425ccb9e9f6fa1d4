import type { SetupStep } from '#contract/branding/site.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { listParts } from '#server/platform/module.ts'
import { isServed } from './domain-record.ts'
import { listDomains } from './domains-store.ts'
import { findSiteScope } from './site-scope.ts'
import type { SiteRow } from './sites-store.ts'

/** A step's subject: the selling account, and its site once it has one. */
interface SetupSubject {
  account: { id: number; parent_id: number | null }
  site: SiteRow | null
}

/** A setup step. `check` returns what is missing, or null. */
export interface SetupCheck extends Pick<SetupStep, 'key' | 'title' | 'link'> {
  check(ctx: Context, subject: SetupSubject): Promise<string | null>
}

declare module '#server/platform/module.ts' {
  interface Module {
    /** Steps to set up a site that is sold on. */
    setupSteps?: readonly SetupCheck[]
  }
}

/** Keys of the steps in the order in which owners take them. Others follow. */
const ORDER: readonly string[] = ['domain', 'brand', 'mail', 'package', 'payment', 'first_customer']

const findPlace = ({ key }: SetupCheck): number => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length)

/** The steps about the site itself. */
export const siteChecks: readonly SetupCheck[] = [
  {
    key: 'domain',
    title: 'Use your own domain',
    link: '/whitelabel/business-account?tab=domains',
    async check({ db }, { site }) {
      const domains = site ? await listDomains(db, site.id) : []
      const active = domains.filter((row) => row.state === 'active')
      if (active.some((row) => row.points_here !== false)) return null
      if (active[0]) return `${active[0].host} doesn’t lead here yet. Point it to us`
      const failing = domains.find(isServed)
      if (failing) return `The record of ${failing.host} is missing`
      return domains[0] ? `The record of ${domains[0].host} was not found yet` : 'Add a domain'
    },
  },
  {
    key: 'brand',
    title: 'Give it your name, logo and colors',
    link: '/whitelabel/business-account?tab=brand',
    async check(_ctx, { site }) {
      const missing = [
        ...(site?.name ? [] : ['a name']),
        ...(site?.logo ? [] : ['a logo']),
        ...(site?.button_color ? [] : ['a color']),
        ...(site?.support_email ? [] : ['a support email']),
      ]
      return missing.length > 0 ? `Choose ${missing.join(', ')}` : null
    },
  },
]

/** The state of every step. One that fails to check says so, without blocking the others. */
export async function showSetupSteps(
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
): Promise<SetupStep[]> {
  const subject = await findSiteScope(ctx, actor, accountId)
  const checks = listParts(ctx, ({ setupSteps }) => setupSteps)
  checks.sort((a, b) => findPlace(a) - findPlace(b))
  return Promise.all(
    checks.map(async ({ key, title, link, check }) => {
      const step = { key, title, link }
      try {
        const missing = await check(ctx, subject)
        return { ...step, state: missing === null ? ('done' as const) : ('missing' as const), missing }
      } catch {
        return { ...step, state: 'unknown' as const, missing: 'We couldn’t check this right now' }
      }
    }),
  )
}
