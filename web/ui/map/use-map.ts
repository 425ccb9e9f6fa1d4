import { useComputedColorScheme } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Area } from '#contract/leads/area.ts'
import { useBrand } from '#web/lib/branding.ts'
import { canDrawMaps, createMap, type MapHandle, type MapPoints, type PointedAt } from './create-map.ts'
import { areaBounds, findBounds, isWellVisible, isWithin } from './geometry.ts'
import { readColours } from './map-style.ts'

interface MapInput {
  container: RefObject<HTMLElement | null>
  title: string
  points: MapPoints | undefined
  area: Area | null
  /** The area being drawn, shown instead of `area`. */
  sketch: Area | null
  openId: number | null | undefined
  onOpen: ((id: number) => void) | undefined
}

/** Moves the camera to the area, or else to the leads: at first, and whenever none of them is visible. */
function useCamera(map: MapHandle | null, points: MapPoints | undefined, area: Area | null) {
  const lastMap = useRef<MapHandle | null>(null)
  const latest = useRef(area)
  useEffect(() => {
    latest.current = area
  })
  const showAll = () => {
    const bounds = points && findBounds(points.lats, points.lons)
    if (bounds) map?.show(bounds)
    else if (area) map?.show(areaBounds(area))
  }
  useEffect(() => {
    if (!map || !area) return
    const bounds = areaBounds(area)
    if (!isWellVisible(map.sight(), bounds)) map.show(bounds)
  }, [map, area])
  useEffect(() => {
    if (!map || !points || latest.current) return
    const bounds = findBounds(points.lats, points.lons)
    const first = lastMap.current !== map
    const sight = map.sight()
    const visibleIds = points.ids.some((_id, at) =>
      isWithin(sight, { lat: points.lats[at] as number, lon: points.lons[at] as number }),
    )
    if (!bounds || (!first && visibleIds)) return
    lastMap.current = map
    map.show(bounds)
  }, [map, points])
  return showAll
}

/** Keeps a map in sync with its props. */
export function useMap({ container, title, points, area, sketch, openId, onOpen }: MapInput) {
  const [map, setMap] = useState<MapHandle | null>(null)
  const [broken, setBroken] = useState(false)
  const [gap, setGap] = useState(false)
  const [pointed, setPointed] = useState<PointedAt | null>(null)
  const brand = useBrand()
  const scheme = useComputedColorScheme('light')
  const tiles = brand.map_tiles
  const open = useRef(onOpen)
  useEffect(() => {
    open.current = onOpen
  })
  useEffect(() => {
    const element = container.current
    if (!element) return
    try {
      if (!canDrawMaps()) throw new Error('This browser has no WebGL')
      const created = createMap({
        container: element,
        title,
        tiles,
        colours: readColours(),
        onPoint: setPointed,
        onOpen: (id) => open.current?.(id),
        onGap: () => setGap(true),
      })
      setMap(created)
      return () => {
        setMap(null)
        created.remove()
      }
    } catch {
      setBroken(true)
    }
  }, [container, title, tiles])
  useEffect(() => {
    if (points) map?.setPoints(points)
  }, [map, points])
  useEffect(() => map?.setArea(sketch ?? area), [map, area, sketch])
  useEffect(() => {
    const at = openId == null || !points ? -1 : points.ids.indexOf(openId)
    map?.setOpen(at < 0 ? null : { lat: points?.lats[at] as number, lon: points?.lons[at] as number })
  }, [map, points, openId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: brand and scheme change the values of the variables
  useEffect(() => map?.setColours(readColours()), [map, scheme, brand])
  const showAll = useCamera(map, points, area)
  return { map, broken, gap, pointed, showAll, source: tiles?.attribution ?? 'Natural Earth' }
}
