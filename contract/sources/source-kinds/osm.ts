import { defineSource } from './define.ts'

/** OpenStreetMap, asked live: Overpass for businesses, Nominatim for places that we do not know by name. */
export const osmSource = defineSource({
  id: 'osm',
  label: 'OpenStreetMap',
  answers: {
    local: ['category', 'keywords', 'near', 'radius_km', 'has', 'has_not', 'include_closed'],
  },
  findsPlaces: true,
  // The public servers are run by volunteers: two requests at a time, 10,000 a day, one place name a second.
  perMinute: 20,
  perMinuteAt: { nominatim: 60 },
  terms: {
    text: '© OpenStreetMap contributors, ODbL 1.0. The public servers aren’t for bulk use.',
    url: 'https://www.openstreetmap.org/copyright',
  },
})
