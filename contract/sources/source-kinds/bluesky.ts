import { defineSource } from './define.ts'

/** Bluesky: public profiles, with engagement and last post computed from their own posts. */
export const blueskySource = defineSource({
  id: 'bluesky',
  label: 'Bluesky',
  answers: {
    influencer: [
      'keywords',
      'platform',
      'followers_min',
      'followers_max',
      'engagements_min',
      'engagements_max',
      'lastposted',
      'engagementRate',
    ],
  },
  enriches: ['details'],
  perMinute: 300,
  terms: {
    text: 'Public profiles and posts. Follow Bluesky’s terms and the laws that apply to the person.',
    url: 'https://bsky.social/about/support/tos',
  },
})
