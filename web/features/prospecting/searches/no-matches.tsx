import { Button, Stack } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { countSearch } from '#contract/prospecting/searches.ts'
import { needsKey, sourceById } from '#contract/sources/source-kinds/index.ts'
import { formatCount } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { Hint } from '#web/ui/hint.tsx'
import { type LooserSearch, listLooserSearches } from './looser-searches.ts'
import type { SearchDraft } from './search-draft.ts'

/** Whether counting several searches costs neither money nor a vendor's patience. */
function isOwnData(source: unknown): boolean {
  const found = sourceById(source)
  return found !== undefined && !found.joins && !needsKey(found) && found.perMinute === null
}

interface ChangesProps {
  looser: readonly LooserSearch[]
  onChange: (draft: SearchDraft) => void
}

/** Changes that bring matches, most first. */
function Changes({ looser, type, onChange }: ChangesProps & Pick<SearchDraft, 'type'>) {
  const counts = useQueries({
    queries: looser.map(({ search }) => endpointQuery(countSearch, { body: { type, search } })),
  })
  const found = looser
    .map((search, at) => ({ ...search, matched: counts[at]?.data?.data.matched ?? 0 }))
    .filter(({ matched }) => matched > 0)
    .sort((a, b) => b.matched - a.matched)
  if (found.length === 0)
    return counts.some(({ isPending }) => isPending) ? (
      <Hint>Counting with one filter less…</Hint>
    ) : (
      <Hint>No single filter is the reason. Remove several, or choose another source.</Hint>
    )
  return found.map(({ label, draft, matched }) => (
    <Button key={label} variant="default" size="compact-sm" onClick={() => onChange(draft)}>
      {`${label}: ${formatCount(matched, 'match', 'matches')}`}
    </Button>
  ))
}

interface NoMatchesProps {
  draft: SearchDraft
  onChange: (draft: SearchDraft) => void
}

/** Shown when nothing matches: which filter to drop, with the count that each would give. */
export function NoMatches({ draft, onChange }: NoMatchesProps) {
  const looser = useMemo(() => listLooserSearches(draft), [draft])
  const [isAsked, setAsked] = useState(false)
  if (looser.length === 0)
    return <Hint role="status">Nothing matches. Try other words, or a wider place.</Hint>
  return (
    <Stack gap={6} align="flex-start" mt="xs" role="status">
      <Hint>Nothing matches all of these filters.</Hint>
      {isAsked || isOwnData(draft.values.source) ? (
        <Changes looser={looser} type={draft.type} onChange={onChange} />
      ) : (
        <Button variant="default" size="compact-sm" onClick={() => setAsked(true)}>
          Count with one filter less
        </Button>
      )}
    </Stack>
  )
}
