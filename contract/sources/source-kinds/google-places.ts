import { defineSource } from './define.ts'

/** Google Places: businesses around a place, by Places API (New). */
export const googlePlacesSource = defineSource({
  id: 'google-places',
  label: 'Google Places',
  answers: {
    local: ['category', 'keywords', 'near', 'radius_km', 'has', 'has_not', 'include_closed'],
  },
  credential: [
    {
      name: 'key',
      label: 'API key',
      kind: 'secret',
      help: 'In the Google Cloud console, with Places API (New) enabled',
    },
  ],
  vendorPrice: 'one Text Search Enterprise request for up to 20 places; counting is Essentials (IDs Only)',
  perMinute: 300,
  terms: {
    text: 'Google allows keeping place IDs permanently and other content for 30 days. Follow the Google Maps Platform terms.',
    url: 'https://cloud.google.com/maps-platform/terms',
  },
  retentionDays: 30,
  keeps: ['google_place_id'],
})
