import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { ErrorBoundary } from '../error-boundary.tsx'
import { loadLater } from '../load-later.tsx'
import type { MapViewProps } from './map-view.tsx'

const MapView = loadLater(async () => (await import('./map-view.tsx')).MapView)

/** Loads the map library, the application's largest chunk, only when a map is shown. */
export function LazyMap(props: MapViewProps) {
  return (
    <ErrorBoundary area="map">
      <Suspense fallback={<Skeleton flex={1} bdrs={0} role="status" aria-label="Loading the map" />}>
        <MapView {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
