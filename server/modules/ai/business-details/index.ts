import * as api from '#contract/ai/business-details.ts'
import type { Context } from '#server/platform/context.ts'
import type { RecordedPage } from '#server/platform/fetch/recording-outbound.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import type { WebsiteReport } from '#server/website-reader/index.ts'
import { createBusinessProfile, showBusinessDetails, updateBusinessDetails } from './business-details.ts'
import { findSuggestions } from './own-website.ts'

export { showBusinessDetails } from './business-details.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    readWithPages: ReadWithPages
  }
}

const ownWebsiteLimit = defineRateLimit({ name: 'own-website', points: 20, seconds: 60 * 60 })

/** Reads and stores a few pages of a website, to show where a value was found. */
type ReadWithPages = (
  domain: string,
  options: { maxPages: number; signal: AbortSignal },
) => Promise<{ report: WebsiteReport; pages: readonly RecordedPage[] }>

const PAGES = 6
/** Short, because a person is waiting. */
const TIMEOUT_MS = 30_000

/** The business profile: show, save, and suggest values from the company website. */
const businessDetailsRoutes = (ctx: Context) => [
  route(api.businessDetails, ({ actor }) => data(showBusinessDetails(ctx, actor.accountId))),
  route(api.createBusinessDetails, async ({ actor, body }) => ({
    data: await createBusinessProfile(ctx, actor, body),
    message: 'Business profile saved',
  })),
  route(api.updateBusinessDetails, async ({ actor, params, body }) => ({
    data: await updateBusinessDetails(ctx, actor, params.id, body),
    message: 'Business profile saved',
  })),
  route(api.suggestBusinessDetails, async ({ actor, body, signal }) => {
    await ownWebsiteLimit.consume(ctx, String(actor.accountId))
    const ends = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const { report, pages } = await ctx.readWithPages(body.website, {
      maxPages: PAGES,
      signal: ends,
    })
    const { problem, moved_to } = report
    return { data: { pages: report.pages, problem, moved_to, suggestions: findSuggestions(report, pages) } }
  }),
]

export const businessDetailsModule = defineModule({ routes: (ctx) => businessDetailsRoutes(ctx) })
