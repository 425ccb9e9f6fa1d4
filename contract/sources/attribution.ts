/** How a well-known data set is to be attributed, by its name or licence. */
const DATA_SETS: readonly { fits: RegExp; text: string; url: string }[] = [
  {
    fits: /openstreetmap|\bosm\b|\bodbl\b/i,
    text: '© OpenStreetMap contributors',
    url: 'https://www.openstreetmap.org/copyright',
  },
  { fits: /overture/i, text: 'Overture Maps Foundation', url: 'https://docs.overturemaps.org/attribution/' },
  {
    fits: /foursquare|\bfsq\b/i,
    text: 'Foursquare Open Source Places',
    url: 'https://opensource.foursquare.com/os-places/',
  },
]

export interface Attribution {
  /** One line to show beside the data: author and licence. */
  text: string
  /** Address of the attribution rules; null if unknown. */
  url: string | null
}

/** Attribution of a data source; unknown ones keep the name given by their administrator. */
export function findAttribution(source: string, licence: string | null): Attribution {
  const dataSet = DATA_SETS.find(({ fits }) => fits.test(`${source} ${licence ?? ''}`))
  const text = dataSet?.text ?? source
  return { text: licence ? `${text}, ${licence}` : text, url: dataSet?.url ?? null }
}
