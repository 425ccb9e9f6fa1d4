/** A generated business, the same for every vendor, so that vendors overlap. */
export interface InventedPlace {
  index: number
  name: string
  lat: number
  lon: number
  street: string
  number: string
  city: string
  postcode: string
  phone: string
  /** Null for every third. */
  website: string | null
}

export const TOWN = { lat: 45.5152, lon: -122.6784, label: 'Portland, Oregon' }

/** Generated breweries: most in a small quarter of the town, the others in a wide ring. */
export const inventedPlaces = (count: number): InventedPlace[] =>
  Array.from({ length: count }, (_, index) => {
    const isCentral = index % 4 !== 0
    const [reach, turn] = [isCentral ? 0.0005 * (index % 37) : 0.05, index * 2.399]
    return {
      index,
      name: `Invented Brewery ${index}`,
      lat: Number((TOWN.lat + reach * Math.sin(turn)).toFixed(6)),
      lon: Number((TOWN.lon + reach * Math.cos(turn)).toFixed(6)),
      street: 'Sample Street',
      number: String(index + 1),
      city: 'Portland',
      postcode: '97201',
      phone: `+1 503 555 ${String(index).padStart(4, '0')}`,
      website: index % 3 === 2 ? null : `https://brewery-${index}.example`,
    }
  })
