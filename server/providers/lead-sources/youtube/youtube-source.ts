import type * as z from 'zod/mini'
import { youtubeSource } from '#contract/sources/source-kinds/youtube.ts'
import { checkCreatorSearch, searchCreators } from '../creator-search.ts'
import type { LeadSource, SourceContext } from '../lead-source.ts'
import { type RawReply, type Refusal, requestVendor } from '../request-vendor.ts'
import { type VendorSetup, vendorUrl } from '../vendor-setup.ts'
import { type ChannelActivity, countActivity, makeDetails, makeLead, readFollowers } from './youtube-leads.ts'
import { type Channel, Channels, SearchPage, Uploads, Videos } from './youtube-replies.ts'

/** Channels per page, and YouTube's maximum per search. */
const PAGE = 50
const MAX_RESULTS = 500
/** Newest videos for mean views and engagement. */
const VIDEOS = 20
/** Repeating a search is free for a day. */
const CACHE_SECONDS = 24 * 60 * 60

/** Caches answers that cost daily quota. */
interface AnswerCache {
  find(query: string): Promise<unknown>
  store(query: string, answer: unknown, seconds: number): Promise<void>
}

export interface YoutubeSetup extends VendorSetup {
  cache: AnswerCache
}

const checkSearch = checkCreatorSearch('youtube', 'channels')

function findRefusal({ status, text }: RawReply): Refusal | undefined {
  if (status === 403 && /quotaExceeded|dailyLimitExceeded/.test(text))
    return { code: 'quota_exhausted', detail: 'daily quota' }
  if (status === 403 && /rateLimitExceeded/i.test(text)) return { code: 'rate_limited' }
  if (status === 400 && /API_KEY_INVALID|keyInvalid|API key not valid/.test(text))
    return { code: 'unauthorized', detail: 'status 400, key' }
  return undefined
}

function createYoutubeClient(setup: YoutubeSetup) {
  const vendor = { declaration: youtubeSource, ...setup }
  const send = async <Schema extends z.ZodMiniType, Other = never>(
    context: SourceContext,
    path: string,
    parameters: Parameters<typeof vendorUrl>[2],
    reply: Schema,
    orElse?: Record<number, (json: unknown) => Other | undefined>,
  ) =>
    (
      await requestVendor(vendor, context, {
        url: vendorUrl(setup, path, parameters),
        headers: { 'x-goog-api-key': context.credential?.open().key ?? '' },
        ...(path === '/search' && { endpoint: 'search' }),
        reply,
        refusal: findRefusal,
        ...(orElse && { orElse }),
      })
    ).body

  const channels = async (context: SourceContext, by: { id: string } | { forHandle: string }) =>
    (await send(context, '/channels', { part: 'snippet,statistics,contentDetails', ...by }, Channels))
      .items ?? []

  /** A search page, cached per key for a day. */
  async function page(context: SourceContext, parameters: Record<string, string | number | undefined>) {
    const query = JSON.stringify([context.credential?.id ?? 0, parameters])
    const known = SearchPage.safeParse(await setup.cache.find(query))
    if (known.success) return known.data
    const found = await send(context, '/search', parameters, SearchPage)
    await setup.cache.store(query, found, CACHE_SECONDS)
    return found
  }

  return {
    channels,
    async search(context: SourceContext, searchText: string, size: number, pageToken: string | undefined) {
      const maxResults = Math.min(PAGE, size)
      const found = await page(context, {
        part: 'snippet',
        type: 'channel',
        q: searchText,
        maxResults,
        pageToken,
      })
      const ids = found.items.map(({ id }) => id.channelId)
      const known = ids.length > 0 ? await channels(context, { id: ids.join(',') }) : []
      // YouTube returns channels in a different order.
      const ordered = ids.flatMap((id) => known.find((channel) => channel.id === id) ?? [])
      return { creators: ordered, seen: maxResults, next: found.nextPageToken }
    },
    async activity(context: SourceContext, channel: Channel): Promise<ChannelActivity | null> {
      const playlistId = channel.contentDetails?.relatedPlaylists?.uploads
      if (!playlistId) return null
      const parameters = { part: 'contentDetails', playlistId, maxResults: VIDEOS }
      const { items } = await send(context, '/playlistItems', parameters, Uploads, {
        404: () => ({ items: [] }),
      })
      if (items.length === 0) return null
      const id = items.map(({ contentDetails }) => contentDetails.videoId).join(',')
      const videos = await send(context, '/videos', { part: 'statistics', id }, Videos)
      return countActivity(
        channel,
        videos.items.map(({ statistics }) => statistics),
        items.flatMap(({ contentDetails }) => contentDetails.videoPublishedAt ?? []),
      )
    },
  }
}

/** YouTube as a source: a keyword search, filtered here by channels and their videos. */
export function createYoutubeSource(setup: YoutubeSetup): LeadSource {
  const { search, channels, activity } = createYoutubeClient(setup)
  const creators = searchCreators({
    platform: 'youtube',
    most: MAX_RESULTS,
    now: setup.now,
    page: search,
    find: async (context, handle) => {
      const by = /^UC[\w-]{22}$/.test(handle) ? { id: handle } : { forHandle: `@${handle}` }
      return (await channels(context, by))[0]
    },
    activity,
    followers: readFollowers,
    makeLead,
    makeDetails,
  })
  return {
    // No count before a search: even that takes a hundredth of the daily quota.
    ...creators,
    declaration: youtubeSource,
    normalise: checkSearch,
    search: ({ search: filters }, context) => creators.search(filters, context),
    async test(context) {
      await channels(context, { forHandle: '@youtube' })
      return { plan: null, left: null }
    },
  }
}
