import { resolveCategory, resolvePlace } from '#server/modules/core/vocabulary/index.ts'
import type { Context } from '#server/platform/context.ts'
import {
  createApolloSource,
  createBlueskySource,
  createGithubSource,
  createHunterSource,
  createModashSource,
  createPeopleDataLabsSource,
  createSampleSource,
  createYoutubeSource,
  type LeadSource,
  vendorSetup,
} from '#server/providers/lead-sources/index.ts'
import { createAnswerCache } from './answer-cache.ts'

const findPlace = (text: string) => {
  const place = resolvePlace(text)
  return place && { lat: place.lat, lon: place.lon, label: place.label }
}

/** Vendors of people, creators and addresses, and invented leads. */
export const vendorSources = (ctx: Context): LeadSource[] => [
  createPeopleDataLabsSource(vendorSetup(ctx, 'people-data-labs')),
  createApolloSource(vendorSetup(ctx, 'apollo')),
  createHunterSource(vendorSetup(ctx, 'hunter')),
  createBlueskySource(vendorSetup(ctx, 'bluesky')),
  createModashSource(vendorSetup(ctx, 'modash')),
  createGithubSource(vendorSetup(ctx, 'github')),
  createYoutubeSource({ ...vendorSetup(ctx, 'youtube'), cache: createAnswerCache(ctx, 'youtube') }),
  createSampleSource({
    now: () => ctx.clock.now(),
    findCategory: (text) => resolveCategory(text)?.id ?? null,
    findPlace,
  }),
]
