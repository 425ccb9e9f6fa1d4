import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { Area } from '#contract/leads/area.ts'
import type { Bounds, GeoPoint } from './geometry.ts'
import { drawnArea } from './geometry.ts'
import classes from './map-view.module.css'

/** Moves shorter than this (pixels) are clicks, not drags. */
const STILL = 6

interface DrawLayerProps {
  shape: Area['kind']
  pointAt: (x: number, y: number) => GeoPoint
  /** The visible bounds. */
  sight: () => Bounds
  onDraw: (area: Area) => void
  onDone: (area: Area) => void
  onCancel: () => void
}

/** The middle half of the visible area. */
function visibleArea(shape: Area['kind'], { west, south, east, north }: Bounds): Area {
  const [lon, lat] = [(west + east) / 2, (south + north) / 2]
  if (shape === 'circle') return drawnArea(shape, { lat, lon }, { lat: lat + (north - south) / 4, lon })
  const [width, height] = [(east - west) / 4, (north - south) / 4]
  return drawnArea(shape, { lat: lat - height, lon: lon - width }, { lat: lat + height, lon: lon + width })
}

/** An overlay to draw an area: by dragging, with two clicks, or with Enter for the middle of the map. */
export function DrawLayer({ shape, pointAt, sight, onDraw, onDone, onCancel }: DrawLayerProps) {
  const layer = useRef<HTMLDivElement>(null)
  const from = useRef<{ spot: GeoPoint; x: number; y: number } | null>(null)
  const down = useRef(false)
  useEffect(() => layer.current?.focus({ preventScroll: true }), [])
  // Runs before the list's handler, where Esc clears the selection.
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onCancel()
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [onCancel])

  const findPlace = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const [x, y] = [event.clientX - left, event.clientY - top]
    return { x, y, spot: pointAt(x, y) }
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || !event.isPrimary) return
    event.currentTarget.setPointerCapture(event.pointerId)
    down.current = true
    from.current ??= findPlace(event)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (from.current && event.isPrimary) onDraw(drawnArea(shape, from.current.spot, findPlace(event).spot))
  }
  const onPointerUp = (event: PointerEvent) => {
    const start = from.current
    if (!start || !down.current || !event.isPrimary) return
    down.current = false
    const end = findPlace(event)
    // A click without a drag: the next click sets the size.
    if (Math.hypot(end.x - start.x, end.y - start.y) < STILL) return
    from.current = null
    onDone(drawnArea(shape, start.spot, end.spot))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onDone(visibleArea(shape, sight()))
  }
  const shapeName = shape === 'circle' ? 'a circle' : 'a box'
  return (
    <>
      <div
        ref={layer}
        className={classes.draw}
        role="application"
        aria-label={`Draw ${shapeName}. Press Enter to use the middle of the map, Escape to cancel`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes Enter and the pointer
        tabIndex={0}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onCancel}
        onKeyDown={onKeyDown}
      />
      <p className={`bubble ${classes.hint}`}>Drag to draw {shapeName}, Esc to cancel</p>
    </>
  )
}
