import * as api from '#contract/ai/business-details.ts'
import type { RecordedPage } from '#server/platform/fetch/recording-outbound.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { WebsiteReport } from '#server/website-reader/index.ts'
import type { BusinessDetailsService } from './business-details-service.ts'
import { suggestionsOf } from './own-website.ts'

export {
  type BusinessDetailsService,
  createBusinessDetails as createBusinessDetailsService,
} from './business-details-service.ts'

/** Reads and stores a few pages of a website, to show where a value was found. */
export type ReadWithPages = (
  domain: string,
  options: { maxPages: number; signal: AbortSignal },
) => Promise<{ report: WebsiteReport; pages: readonly RecordedPage[] }>

interface Deps {
  profiles: BusinessDetailsService
  read: ReadWithPages
  /** Rate limit of websites read per account. */
  reads: RateLimit
}

const PAGES = 6
/** Short, because a person is waiting. */
const TIMEOUT_MS = 30_000

/** The business profile: show, save, and suggest values from the company website. */
export const businessDetailsRoutes = ({ profiles, read, reads }: Deps) => [
  route(api.businessDetails, ({ actor }) => data(profiles.show(actor.accountId))),
  route(api.createBusinessDetails, async ({ actor, body }) => ({
    data: await profiles.create(actor, body),
    message: 'Business profile saved',
  })),
  route(api.updateBusinessDetails, async ({ actor, params, body }) => ({
    data: await profiles.update(actor, params.id, body),
    message: 'Business profile saved',
  })),
  route(api.suggestBusinessDetails, async ({ actor, body, signal }) => {
    await reads.consume(String(actor.accountId))
    const ends = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const { report, pages } = await read(body.website, { maxPages: PAGES, signal: ends })
    const { problem, moved_to } = report
    return { data: { pages: report.pages, problem, moved_to, suggestions: suggestionsOf(report, pages) } }
  }),
]
