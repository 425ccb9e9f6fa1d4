import { defineSource } from './define.ts'

/** YouTube: channels by the YouTube Data API, with views, engagement and last post computed from their own videos. */
export const youtubeSource = defineSource({
  id: 'youtube',
  label: 'YouTube',
  answers: {
    influencer: [
      'keywords',
      'platform',
      'followers_min',
      'followers_max',
      'engagements_min',
      'engagements_max',
      'views_min',
      'views_max',
      'lastposted',
      'engagementRate',
    ],
  },
  enriches: ['details'],
  credential: [
    {
      name: 'key',
      label: 'API key',
      kind: 'secret',
      help: 'In the Google Cloud console, with YouTube Data API v3 enabled',
    },
  ],
  vendorPrice: 'Free up to 10,000 units a day: 100 for a search of 50 channels, 1 for anything else',
  perMinute: 120,
  unitsPerDay: 10_000,
  unitsAt: { search: 100 },
  terms: {
    text: 'Public channels. YouTube allows keeping statistics for 30 days. Follow the YouTube API terms and the laws that apply to the person.',
    url: 'https://developers.google.com/youtube/terms/api-services-terms-of-service',
  },
  retentionDays: 30,
  keeps: ['name', 'handle', 'platform', 'profile_url'],
})
