import { Button } from '@mantine/core'
import IconMailX from '@tabler/icons-react/dist/esm/icons/IconMailX.mjs'
import { useCallback, useState } from 'react'
import { type Bounce, bounces } from '#contract/prospecting/bounces.ts'
import { emailLabel } from '#web/lib/email-labels.ts'
import { formatNumber } from '#web/lib/format.ts'
import { freeText, pageSearch, paging } from '#web/lib/page-search.ts'
import { changed } from '#web/lib/search-change.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'

const LOOKS: Record<Bounce['kind'], { state: string; label: string }> = {
  hard: { state: 'error', label: 'Hard' },
  soft: { state: 'potential', label: 'Soft' },
}

const COLUMNS: readonly Column<Bounce>[] = [
  { id: 'email', label: 'Address', cell: (bounce) => bounce.email },
  { id: 'kind', label: 'Kind', cell: (bounce) => <StateBadge {...LOOKS[bounce.kind]} /> },
  { id: 'when', label: 'When', cell: (bounce) => <When at={bounce.bounced_at} /> },
  {
    id: 'before',
    label: 'Reported as',
    cell: (bounce) => (bounce.state_before ? emailLabel(bounce.state_before).label : '–'),
  },
  { id: 'source', label: 'Source', cell: (bounce) => bounce.source ?? '–' },
  { id: 'refunded', label: 'Refunded', align: 'end', cell: (bounce) => formatNumber(bounce.refunded) },
  {
    id: 'reason',
    label: 'Reason',
    width: '34%',
    full: (bounce) => bounce.reason,
    cell: (bounce) => bounce.reason ?? '–',
  },
]

/** The list shares its page with others, so its state is not in the URL. */
const bouncesSearch = pageSearch({ search: freeText(), ...paging })

/** Bounced emails, newest first. */
export function BouncesSection({ onImport }: { onImport: () => void }) {
  const [query, setQuery] = useState(() => bouncesSearch.read({}))
  const change = useCallback(
    (part: Partial<typeof query>) => setQuery((now) => changed(bouncesSearch, now, part)),
    [],
  )
  const { search, ...at } = query
  const found = usePagedQuery(bounces, { query: { ...at, search } })
  return (
    <div style={{ borderBottom: 'var(--app-line)' }}>
      <ListSection
        heading="Bounces"
        label="Bounces"
        list={{ found, query, change }}
        searchLabel="Search the bounces"
        columns={COLUMNS}
        rowKey={(bounce) => bounce.id}
        empty={
          <EmptyState
            icon={IconMailX}
            title="No bounces yet"
            action={
              <Button variant="default" onClick={onImport}>
                Import bounces
              </Button>
            }
          >
            When emails bounce, import your email tool’s report. The addresses are marked as invalid, and
            credits for those we verified are refunded.
          </EmptyState>
        }
      />
    </div>
  )
}
