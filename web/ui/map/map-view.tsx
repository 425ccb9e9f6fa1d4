import { Stack, Text } from '@mantine/core'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { Area } from '#contract/leads/area.ts'
import { useBrand } from '#web/lib/branding.ts'
import { useCan } from '#web/lib/session.ts'
import { Hint } from '#web/ui/hint.tsx'
import { AnchorLink } from '../links.tsx'
import type { MapPoints } from './create-map.ts'
import { DrawLayer } from './draw-layer.tsx'
import { MapTools } from './map-tools.tsx'
import classes from './map-view.module.css'
import { useMap } from './use-map.ts'

export type { MapPoints }

export interface MapViewProps {
  /** Accessible name. */
  label: string
  /** Undefined while loading. */
  points: MapPoints | undefined
  /** The area that filters the leads. */
  area: Area | null
  /** Shapes that can be drawn. */
  shapes: readonly Area['kind'][]
  onArea: (area: Area) => void
  /** Clears the area; absent where the map always has one. */
  onClear?: () => void
  openId?: number | null
  onOpen?: (id: number) => void
  /** Card of the lead under the pointer. */
  card?: (id: number) => ReactNode
  /** A line below the map. */
  note?: ReactNode
}

const KEYS = 'Use the arrow keys to move the map, plus and minus to zoom'

/** How to get streets, for those who can set tiles; others see the outlines without a word. */
function useStreetsHint(): ReactNode {
  const hasTiles = useBrand().map_tiles !== null
  const isAdministrator = useCan('see_admin')
  if (hasTiles || !isAdministrator) return null
  return (
    <>
      The map has no streets because no map tiles are set.{' '}
      <AnchorLink to="/admin/settings">Set tiles</AnchorLink>
    </>
  )
}

/** Positions a card beside its point, inside the map. */
const cardPlace = ({ x, y }: { x: number; y: number }, frame: HTMLElement | null) => {
  const { clientWidth: width, clientHeight: height } = frame ?? { clientWidth: 0, clientHeight: 0 }
  return {
    ...(x > width / 2 ? { right: width - x + 12 } : { left: x + 12 }),
    ...(y > height / 2 ? { bottom: height - y + 12 } : { top: y + 12 }),
  }
}

/** A map of leads: expanding clusters, cards for leads, and a drawable area. */
export function MapView(props: MapViewProps) {
  const { label, points, area, shapes, onArea, onClear, openId, onOpen, card, note } = props
  const frame = useRef<HTMLDivElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Area['kind'] | null>(null)
  const [sketch, setSketch] = useState<Area | null>(null)
  const streetsHint = useStreetsHint()
  const { map, broken, gap, pointed, showAll, source } = useMap({
    container,
    title: `${label}. ${KEYS}`,
    points,
    area,
    sketch,
    openId,
    onOpen,
  })
  const stop = useCallback(() => {
    setDrawing(null)
    setSketch(null)
  }, [])
  if (broken)
    return (
      <Text m="auto" py="lg" px="md" c="dimmed" ta="center">
        This browser can’t show the map
      </Text>
    )
  return (
    <Stack gap={0} flex={1} miw={0} mih={0}>
      <div className={classes.frame} ref={frame} data-points={points?.ids.length}>
        <div className={classes.map} ref={container} />
        {map && drawing && (
          <DrawLayer
            key={drawing}
            shape={drawing}
            pointAt={map.pointAt}
            sight={map.sight}
            onDraw={setSketch}
            onDone={(done) => {
              stop()
              onArea(done)
            }}
            onCancel={stop}
          />
        )}
        {map && (
          <MapTools
            shapes={shapes}
            drawing={drawing}
            onDraw={(shape) => {
              stop()
              setDrawing(shape)
            }}
            onClear={area ? onClear : undefined}
            onZoom={map.zoom}
            onShowAll={showAll}
          />
        )}
        {pointed && card && !drawing && (
          <div className={`bubble ${classes.card}`} style={cardPlace(pointed, frame.current)}>
            {card(pointed.id)}
          </div>
        )}
        <span className={classes.source}>{source}</span>
      </div>
      {(note || gap || streetsHint) && (
        <Hint flex="none" py={5} px="sm" style={{ borderTop: 'var(--app-line)' }} aria-live="polite">
          {note} {gap && 'Couldn’t load the map background.'}
          {streetsHint && <div>{streetsHint}</div>}
        </Hint>
      )}
    </Stack>
  )
}
