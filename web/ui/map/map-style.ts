import type { StyleSpecification } from 'maplibre-gl'
import type { SiteSettings } from '#contract/branding/sites.ts'

/** Layer ids. */
export const LAYERS = { clusters: 'clusters', points: 'points' } as const

const NO_FEATURES: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }

/** The map's colors from CSS variables, so that it follows brand and color scheme. */
export function readColours(root: Element = document.documentElement) {
  const style = getComputedStyle(root)
  const readColour = (name: string) => style.getPropertyValue(name).trim() || '#888888'
  return {
    water: readColour('--app-hover'),
    land: readColour('--app-body'),
    border: readColour('--app-border-strong'),
    accent: readColour('--app-accent'),
    fill: readColour('--app-fill'),
    ground: readColour('--app-body'),
    open: readColour('--app-heading'),
  }
}
export type Colours = ReturnType<typeof readColours>

/** Paint properties, for the first drawing and when the scheme changes. */
export const makePaint = (colours: Colours) =>
  [
    ['water', 'background-color', colours.water],
    ['land', 'fill-color', colours.land],
    ['borders', 'line-color', colours.border],
    ['area', 'fill-color', colours.accent],
    ['area-line', 'line-color', colours.accent],
    ['clusters', 'circle-color', colours.fill],
    ['clusters', 'circle-stroke-color', colours.ground],
    ['points', 'circle-color', colours.accent],
    ['points', 'circle-stroke-color', colours.ground],
    ['open', 'circle-color', colours.open],
    ['open', 'circle-stroke-color', colours.ground],
  ] as const

export const MAX_ZOOM = 18
/** Highest zoom at which leads are clustered. */
const LAST_CLUSTERED = 15

type Tiles = NonNullable<SiteSettings['map_tiles']>

const makeBase = (tiles: Tiles | null): Pick<StyleSpecification, 'sources' | 'layers'> =>
  tiles
    ? {
        sources: { base: { type: 'raster', tiles: [tiles.url], tileSize: 256, maxzoom: 19 } },
        layers: [{ id: 'base', type: 'raster', source: 'base' }],
      }
    : {
        sources: {
          land: { type: 'geojson', data: NO_FEATURES },
          borders: { type: 'geojson', data: NO_FEATURES },
        },
        layers: [
          { id: 'land', type: 'fill', source: 'land', paint: { 'fill-antialias': true } },
          { id: 'borders', type: 'line', source: 'borders', paint: { 'line-width': 0.75 } },
        ],
      }

/** The map style: background, drawn area, leads and the open lead. None of it needs fonts. */
export function makeStyle(tiles: Tiles | null, colours: Colours): StyleSpecification {
  const base = makeBase(tiles)
  const style: StyleSpecification = {
    version: 8,
    sources: {
      ...base.sources,
      area: { type: 'geojson', data: NO_FEATURES },
      points: {
        type: 'geojson',
        data: NO_FEATURES,
        cluster: true,
        clusterRadius: 44,
        clusterMaxZoom: LAST_CLUSTERED,
      },
      open: { type: 'geojson', data: NO_FEATURES },
    },
    layers: [
      { id: 'water', type: 'background' },
      ...base.layers,
      { id: 'area', type: 'fill', source: 'area', paint: { 'fill-opacity': 0.12 } },
      { id: 'area-line', type: 'line', source: 'area', paint: { 'line-width': 2 } },
      {
        id: LAYERS.clusters,
        type: 'circle',
        source: 'points',
        filter: ['has', 'point_count'],
        paint: {
          'circle-radius': ['step', ['get', 'point_count'], 13, 10, 15, 100, 18, 1000, 22, 10_000, 26],
          'circle-stroke-width': 2,
        },
      },
      {
        id: LAYERS.points,
        type: 'circle',
        source: 'points',
        filter: ['!', ['has', 'point_count']],
        paint: { 'circle-radius': 6, 'circle-stroke-width': 2 },
      },
      { id: 'open', type: 'circle', source: 'open', paint: { 'circle-radius': 8, 'circle-stroke-width': 3 } },
    ],
  }
  for (const [id, property, value] of makePaint(colours)) {
    const layer = style.layers.find((one) => one.id === id)
    if (layer) layer.paint = { ...layer.paint, [property]: value } as never
  }
  return style
}
