import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '../error-boundary.tsx'
import type { MapViewProps } from './map-view.tsx'

const MapView = lazy(async () => ({ default: (await import('./map-view.tsx')).MapView }))

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
