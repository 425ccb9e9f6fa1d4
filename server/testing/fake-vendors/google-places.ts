import { FAKE_KEY, type FakeVendor, type FakeVendorOptions, startFakeVendor } from './fake-vendor.ts'
import { type InventedPlace, inventedPlaces } from './invented-places.ts'

const refusal = (status: number, word: string, message: string) => ({
  status,
  body: JSON.stringify({ error: { code: status, message, status: word } }),
})

const placeOf = (place: InventedPlace) => ({
  id: `place${String(place.index).padStart(4, '0')}`,
  displayName: { text: place.name, languageCode: 'en' },
  primaryType: 'brewery',
  types: ['brewery', 'establishment'],
  location: { latitude: place.lat, longitude: place.lon },
  addressComponents: [
    { longText: place.number, shortText: place.number, types: ['street_number'] },
    { longText: place.street, shortText: place.street, types: ['route'] },
    { longText: place.city, shortText: place.city, types: ['locality', 'political'] },
    { longText: 'Oregon', shortText: 'OR', types: ['administrative_area_level_1'] },
    { longText: 'United States', shortText: 'US', types: ['country'] },
    { longText: place.postcode, shortText: place.postcode, types: ['postal_code'] },
  ],
  internationalPhoneNumber: place.phone,
  ...(place.website && { websiteUri: place.website }),
  googleMapsUri: `https://maps.example/${place.index}`,
  businessStatus: place.index % 10 === 9 ? 'CLOSED_PERMANENTLY' : 'OPERATIONAL',
})

interface Body {
  textQuery: string
  pageSize: number
  pageToken?: string
  locationRestriction: {
    rectangle: Record<'low' | 'high', { latitude: number; longitude: number }>
  }
}

/** A fake Google Places that shows at most 60 of its generated businesses. Requests for ids alone are free. */
export const startFakeGooglePlaces = async (
  options: FakeVendorOptions & { places?: number } = {},
): Promise<FakeVendor & { bodies: { body: Body; fields: string }[] }> => {
  const places = inventedPlaces(options.places ?? 300)
  const bodies: { body: Body; fields: string }[] = []
  const fake = await startFakeVendor(options, {
    keyOf: ({ headers }) => String(headers['x-goog-api-key'] ?? FAKE_KEY),
    wrongKey: refusal(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'),
    usedUp: refusal(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for quota metric and limit per day'),
    serve({ question, answer }) {
      const fields = String(question.headers['x-goog-fieldmask'] ?? '')
      if (!question.path.endsWith('places:searchText') || fields === '')
        return refusal(400, 'INVALID_ARGUMENT', 'FieldMask is a required parameter')
      const body = JSON.parse(question.body) as Body
      bodies.push({ body, fields })
      const { low, high } = body.locationRestriction.rectangle
      const inside = places.filter(
        ({ lat, lon }) =>
          lat >= low.latitude && lat <= high.latitude && lon >= low.longitude && lon <= high.longitude,
      )
      const shown = inside.slice(0, 60)
      const from = Number(body.pageToken ?? 0)
      const end = from + body.pageSize
      const page = shown.slice(from, end).map(placeOf)
      const wanted = fields.split(',')
      const masked = page.map((place) =>
        Object.fromEntries(Object.entries(place).filter(([name]) => wanted.includes(`places.${name}`))),
      )
      return answer(wanted.length > 2 ? 1 : 0, {
        ...(masked.length > 0 && { places: masked }),
        ...(end < shown.length && wanted.includes('nextPageToken') && { nextPageToken: String(end) }),
      })
    },
  })
  return { ...fake, bodies }
}
