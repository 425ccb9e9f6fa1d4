import {
  type GeoJSONSource,
  Map as LibreMap,
  type MapMouseEvent,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { SiteSettings } from '#contract/branding/sites.ts'
import type { Area } from '#contract/leads/area.ts'
import { userUnit } from '#web/lib/distance.ts'
import { showCounts } from './cluster-counts.ts'
import { type Bounds, type GeoPoint, makeRing } from './geometry.ts'
import { type Colours, LAYERS, MAX_ZOOM, makePaint, makeStyle } from './map-style.ts'
import classes from './map-view.module.css'
import { outlines } from './outlines.ts'

// A file of our own origin: the content security policy forbids blob workers.
setWorkerUrl(workerUrl)

/** Leads as columns, as the API returns them. */
export interface MapPoints {
  ids: readonly number[]
  lats: readonly number[]
  lons: readonly number[]
}

/** The lead under the pointer, and its place on the map. */
export interface PointedAt {
  id: number
  x: number
  y: number
}

export interface MapSettings {
  container: HTMLElement
  /** Accessible name of the map, including its keys. */
  title: string
  tiles: SiteSettings['map_tiles']
  colours: Colours
  onPoint: (at: PointedAt | null) => void
  onOpen: (id: number) => void
  /** Called when the background could not be loaded. */
  onGap: () => void
}

const collection = (features: GeoJSON.Feature[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features,
})

const pointFeature = (id: number, lon: number, lat: number): GeoJSON.Feature => ({
  type: 'Feature',
  properties: { id },
  geometry: { type: 'Point', coordinates: [lon, lat] },
})

const areaFeature = (area: Area): GeoJSON.Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Polygon', coordinates: [makeRing(area)] },
})

/** Whether the browser supports WebGL. */
export function canDrawMaps(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null
  } catch {
    return false
  }
}

/** Pointer events on leads and clusters: hover, click and cursor. */
function listen(map: LibreMap, { onPoint, onOpen }: MapSettings): void {
  const layers = [LAYERS.points, LAYERS.clusters]
  const under = ({ point }: MapMouseEvent) => map.queryRenderedFeatures(point, { layers })[0]
  const source = () => map.getSource<GeoJSONSource>('points')
  map.on('mousemove', (event) => {
    const found = under(event)
    map.getCanvas().style.cursor = found ? 'pointer' : ''
    const id = found?.properties.id
    onPoint(typeof id === 'number' ? { id, x: event.point.x, y: event.point.y } : null)
  })
  map.on('mouseout', () => onPoint(null))
  map.on('movestart', () => onPoint(null))
  map.on('click', async (event) => {
    const found = under(event)
    if (found?.geometry.type !== 'Point') return
    const { id, cluster_id: cluster } = found.properties
    if (typeof id === 'number') return onOpen(id)
    const center = found.geometry.coordinates as [number, number]
    const zoom = await source()?.getClusterExpansionZoom(cluster)
    if (zoom !== undefined) map.easeTo({ center, zoom: Math.min(MAX_ZOOM, zoom + 0.2) })
  })
}

function startMap({ container, title, tiles, colours }: MapSettings): LibreMap {
  const map = new LibreMap({
    container,
    style: makeStyle(tiles, colours),
    center: [0, 20],
    zoom: 0.4,
    maxZoom: MAX_ZOOM,
    attributionControl: false,
    dragRotate: false,
    touchPitch: false,
    pitchWithRotate: false,
    fadeDuration: 0,
    locale: { 'Map.Title': title },
  })
  map.keyboard.disableRotation()
  map.touchZoomRotate.disableRotation()
  map.addControl(new ScaleControl({ unit: userUnit() === 'mi' ? 'imperial' : 'metric', maxWidth: 80 }))
  return map
}

/** Creates a map. Data set before it has loaded is drawn once it has. */
export function createMap(settings: MapSettings) {
  const map = startMap(settings)
  let ready = false
  const waiting: (() => void)[] = []
  const whenReady = (act: () => void) => void (ready ? act() : waiting.push(act))
  const setData = (id: string, data: GeoJSON.GeoJSON) =>
    whenReady(() => void map.getSource<GeoJSONSource>(id)?.setData(data))
  const hideCounts = showCounts(map, classes.counts ?? '')
  let removed = false

  map.on('load', () => {
    ready = true
    for (const act of waiting.splice(0)) act()
  })
  // A missing image or worker: the rest is still drawn.
  map.on('error', settings.onGap)
  listen(map, settings)
  if (!settings.tiles)
    outlines()
      .then(({ land, borders }) => {
        if (removed) return
        setData('land', land)
        setData('borders', borders)
      })
      .catch(settings.onGap)

  const sight = (): Bounds => {
    const bounds = map.getBounds()
    return {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    }
  }
  return {
    setPoints({ ids, lats, lons }: MapPoints) {
      setData(
        'points',
        collection(ids.map((id, at) => pointFeature(id, lons[at] as number, lats[at] as number))),
      )
    },
    setOpen: (spot: GeoPoint | null) =>
      setData('open', collection(spot ? [pointFeature(0, spot.lon, spot.lat)] : [])),
    setArea: (area: Area | null) => setData('area', collection(area ? [areaFeature(area)] : [])),
    setColours: (colours: Colours) =>
      whenReady(() => {
        for (const [layer, property, value] of makePaint(colours))
          if (map.getLayer(layer)) map.setPaintProperty(layer, property, value)
      }),
    show({ west, south, east, north }: Bounds, maxZoom = 14): void {
      const corners = [west, Math.max(-85, south), east, Math.min(85, north)] as const
      map.fitBounds([...corners], { padding: 40, maxZoom, animate: false })
    },
    sight,
    zoom: (by: 1 | -1) => (by > 0 ? map.zoomIn() : map.zoomOut()),
    pointAt: (x: number, y: number): GeoPoint => {
      const { lng, lat } = map.unproject([x, y])
      return { lat, lon: lng }
    },
    remove() {
      removed = true
      hideCounts()
      map.remove()
    },
  }
}

export type MapHandle = ReturnType<typeof createMap>
