import { Button, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import IconMap2 from '@tabler/icons-react/dist/esm/icons/IconMap2.mjs'
import { useMemo } from 'react'
import type { Area } from '#contract/leads/area.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { LazyMap } from '#web/ui/map/lazy-map.tsx'
import { findCircle, previewPoints, withCircle } from './search-circle.ts'
import { type SearchDraft, setValue } from './search-draft.ts'
import type { Estimate } from './use-estimate.ts'

const SHAPES = ['circle'] as const

interface SearchMapProps {
  draft: SearchDraft
  onChange: (next: SearchDraft) => void
  estimate: Pick<Estimate, 'count' | 'preview' | 'checked'>
}

/** A map of the search area and the first matches; drawing a circle sets the place of the search. */
export function SearchMap({ draft, onChange, estimate }: SearchMapProps) {
  const [open, setOpen] = useLocalStorage({
    key: 'search_map',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const { near, radius_km: km } = draft.values
  const resolved = estimate.checked.ok ? estimate.count.data?.data.near : undefined
  const circle = useMemo(() => findCircle({ near, radius_km: km }, resolved), [near, km, resolved])
  const rows = estimate.checked.ok ? estimate.preview.data?.data.rows : undefined
  const points = useMemo(() => previewPoints(rows), [rows])
  const hasPlace = LIST_TYPES[draft.type].searchForm.some(({ kind }) => kind === 'radius')
  if (!hasPlace) return null
  const clear = () => onChange(setValue(draft, 'near', undefined))
  return (
    <Stack component="section" align="flex-start" gap={6} aria-label="Search map">
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconMap2 aria-hidden />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide map' : 'Show map'}
      </Button>
      {open && (
        <Stack
          gap={0}
          h={280}
          bd="var(--app-line)"
          bdrs="md"
          style={{ alignSelf: 'stretch', overflow: 'hidden' }}
        >
          <LazyMap
            label="Search area on a map"
            points={points}
            area={circle}
            shapes={SHAPES}
            onArea={(area: Area) => onChange(withCircle(draft, area))}
            onClear={near === undefined ? undefined : clear}
            card={(at) => <PreviewCard row={rows?.[at]} />}
            note={circle ? undefined : 'Draw a circle to search there.'}
          />
        </Stack>
      )}
    </Stack>
  )
}

function PreviewCard({ row }: { row: { name: string | null; place: string | null } | undefined }) {
  return (
    <>
      <Text component="div" fw={600} c="var(--app-heading)">
        {row?.name ?? 'No name'}
      </Text>
      {row?.place && (
        <Text component="div" c="dimmed">
          {row.place}
        </Text>
      )}
    </>
  )
}
