import { defineSource } from './define.ts'

/** Live OpenStreetMap: Overpass for businesses, Nominatim for unknown place names. */
export const osmSource = defineSource({
  id: 'osm',
  label: 'OpenStreetMap',
  answers: {
    local: ['category', 'keywords', 'near', 'radius_km', 'has', 'has_not', 'include_closed'],
  },
  findsPlaces: true,
  // The public servers are run by volunteers: two requests at a time, 10,000 a day, one geocoding a second.
  perMinute: 20,
  perMinuteAt: { nominatim: 60 },
  terms: {
    text: '© OpenStreetMap contributors, ODbL 1.0. The public servers aren’t for bulk use.',
    url: 'https://www.openstreetmap.org/copyright',
  },
})
