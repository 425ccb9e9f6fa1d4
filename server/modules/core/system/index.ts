import { sql } from 'kysely'
import { health, listTypes, openapi, ready } from '#contract/core/system.ts'
import { categories, places } from '#contract/core/vocabulary.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { findCategories, findPlaces } from '#server/modules/core/vocabulary/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { publicRoute, route } from '#server/platform/http/route.ts'

/** Health, the API's own description, and the vocabularies that forms look things up in. */
export const systemRoutes = ({
  db,
  document,
}: {
  db: Db
  document: () => Record<string, unknown> & { openapi: string }
}) => [
  publicRoute(health, async () => ({ status: 'ok' as const })),
  publicRoute(ready, async () => {
    await sql`select 1`.execute(db)
    return { status: 'ready' as const }
  }),
  publicRoute(openapi, async () => document()),
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
      label: place.label,
      name: place.name,
      region: place.region,
      country: place.country,
      lat: place.lat,
      lon: place.lon,
      population: place.population,
    })),
  })),
]
