/** Default base URLs of lead vendors, by source. */
export const VENDOR_URLS = {
  hunter: 'https://api.hunter.io/v2',
  'people-data-labs': 'https://api.peopledatalabs.com/v5',
  apollo: 'https://api.apollo.io/api/v1',
  bluesky: 'https://public.api.bsky.app',
  modash: 'https://api.modash.io/v1',
  github: 'https://api.github.com',
  'google-places': 'https://places.googleapis.com/v1',
  osm: 'https://overpass-api.de/api',
  youtube: 'https://youtube.googleapis.com/youtube/v3',
  nominatim: 'https://nominatim.openstreetmap.org',
} as const
export type VendorSourceId = keyof typeof VENDOR_URLS
