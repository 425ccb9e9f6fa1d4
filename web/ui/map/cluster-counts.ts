import type { MapLibreMap } from 'maplibre-gl'
import { formatCompact } from '#web/lib/format.ts'
import { LAYERS } from './map-style.ts'

interface Count {
  lat: number
  lon: number
  text: string
}

/** The clusters in sight; one that two tiles know stands there once. */
function countsIn(map: MapLibreMap): Count[] {
  const counts = new Map<number, Count>()
  for (const { properties, geometry } of map.queryRenderedFeatures({ layers: [LAYERS.clusters] })) {
    if (geometry.type !== 'Point') continue
    const [lon, lat] = geometry.coordinates as [number, number]
    counts.set(properties.cluster_id, { lat, lon, text: formatCompact(properties.point_count) })
  }
  return [...counts.values()]
}

/** Writes numbers on clusters as text of the page, since text in the map itself would need fonts of a server. */
export function showCounts(map: MapLibreMap, className: string): () => void {
  const layer = document.createElement('div')
  layer.className = className
  layer.setAttribute('aria-hidden', 'true')
  map.getCanvasContainer().append(layer)
  const draw = () => {
    if (!map.isSourceLoaded('points')) return
    const counts = countsIn(map)
    while (layer.childElementCount < counts.length) layer.append(document.createElement('span'))
    while (layer.childElementCount > counts.length) layer.lastChild?.remove()
    const centre = map.getCenter().lng
    counts.forEach(({ lat, lon, text }, at) => {
      const label = layer.children[at] as HTMLElement
      // Of all turns of the earth, the one in the middle of the map.
      const { x, y } = map.project([lon + 360 * Math.round((centre - lon) / 360), lat])
      if (label.textContent !== text) label.textContent = text
      label.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`
    })
  }
  map.on('render', draw)
  return () => {
    map.off('render', draw)
    layer.remove()
  }
}
