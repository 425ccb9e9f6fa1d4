import type { MapLibreMap } from 'maplibre-gl'
import { formatCompact } from '#web/lib/format.ts'
import { LAYERS } from './map-style.ts'

interface Count {
  lat: number
  lon: number
  text: string
}

/** The visible clusters, without duplicates from overlapping tiles. */
function countsIn(map: MapLibreMap): Count[] {
  const counts = new Map<number, Count>()
  for (const { properties, geometry } of map.queryRenderedFeatures({ layers: [LAYERS.clusters] })) {
    if (geometry.type !== 'Point') continue
    const [lon, lat] = geometry.coordinates as [number, number]
    counts.set(properties.cluster_id, { lat, lon, text: formatCompact(properties.point_count) })
  }
  return [...counts.values()]
}

/** Querying clusters takes longer than a frame; moving their labels does not. */
const DEBOUNCE_MS = 120

/** Labels clusters with HTML elements: text drawn by the map would need a font server. */
export function showCounts(map: MapLibreMap, className: string): () => void {
  const layer = document.createElement('div')
  layer.className = className
  layer.setAttribute('aria-hidden', 'true')
  map.getCanvasContainer().append(layer)
  let counts: Count[] = []
  let requestNumber = 0
  const write = () => {
    while (layer.childElementCount < counts.length) layer.append(document.createElement('span'))
    while (layer.childElementCount > counts.length) layer.lastChild?.remove()
    counts.forEach(({ text }, at) => {
      const label = layer.children[at] as HTMLElement
      if (label.textContent !== text) label.textContent = text
    })
  }
  const place = () => {
    const centre = map.getCenter().lng
    counts.forEach(({ lat, lon }, at) => {
      // Of the repeated worlds, the one nearest to the map's center.
      const { x, y } = map.project([lon + 360 * Math.round((centre - lon) / 360), lat])
      const label = layer.children[at] as HTMLElement
      label.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`
    })
  }
  const load = () => {
    requestNumber = performance.now()
    counts = countsIn(map)
    write()
    place()
  }
  const onRender = () => {
    if (performance.now() - requestNumber > DEBOUNCE_MS && map.isSourceLoaded('points')) load()
    else place()
  }
  map.on('render', onRender)
  map.on('idle', load)
  return () => {
    map.off('render', onRender)
    map.off('idle', load)
    layer.remove()
  }
}
