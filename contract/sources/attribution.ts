/** How a well-known data set wants to be named, by its name or licence. */
const KNOWN: readonly { fits: RegExp; text: string; url: string }[] = [
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
  /** One line to put beside the data: who made it, under which licence. */
  text: string
  /** Where the makers say how they want to be named; null where we do not know. */
  url: string | null
}

/** How to name a source of data; one that nobody knows is named as its administrator named it. */
export function attributionOf(source: string, licence: string | null): Attribution {
  const known = KNOWN.find(({ fits }) => fits.test(`${source} ${licence ?? ''}`))
  const text = known?.text ?? source
  return { text: licence ? `${text}, ${licence}` : text, url: known?.url ?? null }
}
