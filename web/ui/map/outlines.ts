import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlasUrl from 'world-atlas/countries-50m.json?url'

type Atlas = Topology<{ countries: GeometryCollection; land: GeometryCollection }>

async function load() {
  const response = await fetch(atlasUrl)
  if (!response.ok) throw new Error(`The outlines answered ${response.status}`)
  const atlas = (await response.json()) as Atlas
  const { countries, land } = atlas.objects
  // Only borders between two countries: coasts are visible anyway, and the cut along the date line is no border.
  return { land: feature(atlas, land), borders: mesh(atlas, countries, (one, other) => one !== other) }
}

let loaded: ReturnType<typeof load> | undefined

/** Land and country borders, loaded once; after a failure the next map tries again. */
export function outlines(): ReturnType<typeof load> {
  loaded ??= load().catch((error) => {
    loaded = undefined
    throw error
  })
  return loaded
}
