import { health, listTypes, openapi, ready } from '#contract/core/system.ts'
import { categories, places } from '#contract/core/vocabulary.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { findCategories, findPlaces } from '#server/modules/core/vocabulary/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { publicRoute, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { pick } from '#server/platform/pick.ts'
import { openApiDocument } from './signals.ts'

export { openApiDocument } from './signals.ts'

/** Health, the API's description, and the vocabularies for forms. */
const systemRoutes = (ctx: Context) => [
  publicRoute(health, async () => ({ status: 'ok' as const })),
  publicRoute(ready, async () => {
    const problems = await ctx.readiness()
    if (problems.length > 0) throw new AppError('unavailable', problems.join('. '), { retryAfterSeconds: 5 })
    return { status: 'ready' as const }
  }),
  publicRoute(openapi, () => openApiDocument.ask(ctx, null)),
  route(listTypes, async () => ({
    data: Object.values(LIST_TYPES).map((type) => ({
      id: type.number,
      name: type.name,
      label: type.label,
      type: type.id,
      search_code: type.searchCode,
    })),
  })),
  route(categories, async ({ query }) => ({ data: findCategories(query.q, { limit: query.limit }) })),
  route(places, async ({ query }) => ({
    data: findPlaces(query.q, { limit: query.limit }).map((place) => ({
      ...pick(place, 'label', 'name', 'region', 'country', 'lat', 'lon', 'population'),
    })),
  })),
]

export const systemModule = defineModule({ routes: systemRoutes })
