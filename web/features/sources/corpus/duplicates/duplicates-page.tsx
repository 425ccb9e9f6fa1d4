import { Box, Button, Skeleton, Stack } from '@mantine/core'
import IconArrowsJoin from '@tabler/icons-react/dist/esm/icons/IconArrowsJoin.mjs'
import { useEffect, useRef, useState } from 'react'
import { corpusSources } from '#contract/sources/corpus.ts'
import { DUPLICATE_STATES, type DuplicateDecision } from '#contract/sources/corpus-duplicates.ts'
import { isForPage, type KeyHelp, useDocumentKey, useKeyHelp } from '#web/lib/keys.ts'
import { count, freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type ListFilter, ListToolbar } from '#web/ui/list-toolbar.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ButtonLink } from '../../../../ui/links.tsx'
import { CorpusTabs } from '../corpus-tabs.tsx'
import { PlaceDuplicateCard } from './duplicate-card.tsx'
import { type DuplicatePair, STATE_LABELS } from './duplicate-labels.ts'
import { mayDecide, useDecide, useDuplicatePages } from './use-duplicates.ts'

const GROUP = 'Duplicates'
const KEYS: readonly KeyHelp[] = [
  { keys: ['j'], label: 'Next pair', group: GROUP },
  { keys: ['k'], label: 'Previous pair', group: GROUP },
  { keys: ['c'], label: 'Confirm: one business', group: GROUP },
  { keys: ['x'], label: 'Separate: two businesses', group: GROUP },
  { keys: ['z'], label: 'Undo the decision', group: GROUP },
]

/** Single-letter shortcuts for reviewing many pairs. */
function useDuplicateKeys(actions: Record<string, () => void>): void {
  useKeyHelp(KEYS)
  useDocumentKey((event) => {
    const act = actions[event.key]
    if (!act || !isForPage(event)) return
    event.preventDefault()
    act()
  })
}

const STATES = [...DUPLICATE_STATES, 'all'] as const
const duplicatesSearch = pageSearch({
  search: freeText(),
  state: oneOf(STATES, 'possible'),
  source: count(null),
  ...paging,
})
type Query = ReturnType<typeof duplicatesSearch.read>

const STATE_FILTER: ListFilter<Query> = {
  name: 'state',
  label: 'State',
  options: STATES.map((value) => ({ value, label: value === 'all' ? 'All states' : STATE_LABELS[value] })),
}

function useFilters(): readonly ListFilter<Query>[] {
  const { data } = useEndpoint(corpusSources)
  const options = (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return [STATE_FILTER, { name: 'source', label: 'Source', all: 'All sources', options, read: Number }]
}

const CARDS = { maw: 1040, p: { base: 'sm', xs: '16px 24px' } } as const

const Loading = () => (
  <Stack role="status" aria-label="Loading duplicates" {...CARDS}>
    <Skeleton height={260} radius={8} />
    <Skeleton height={260} radius={8} />
  </Stack>
)

function NoDuplicates({ query, onReset }: { query: Query; onReset: () => void }) {
  if (query.search.trim() || query.source !== null) {
    return (
      <EmptyState
        icon={IconArrowsJoin}
        title="No matching pairs"
        action={
          <Button variant="default" onClick={onReset}>
            Show all pairs
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={IconArrowsJoin}
      title={query.state === 'possible' ? 'Nothing to review' : 'No pairs here'}
      action={
        <ButtonLink to="/admin/corpus" variant="default">
          Import a source
        </ButtonLink>
      }
    >
      When two sources list the same business, you compare both records here.
    </EmptyState>
  )
}

/** The cards; shortcuts apply to the current one. */
function PlaceDuplicateCards({ pairs }: { pairs: readonly DuplicatePair[] }) {
  const { busy, decide, undoLast } = useDecide()
  const [at, setAt] = useState(0)
  const current = Math.min(at, pairs.length - 1)
  const card = useRef<HTMLElement>(null)
  const byKey = useRef(false)
  const pair = pairs[current]
  const key = pair && `${pair.place_id}-${pair.other_id}`
  // Shortcuts apply to the focused card, also after the previous card has disappeared.
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves when the current card changes
  useEffect(() => {
    if (byKey.current) card.current?.focus()
    byKey.current = false
  }, [key])
  const move = (by: number) => {
    const next = Math.max(0, Math.min(pairs.length - 1, current + by))
    if (next === current) return card.current?.focus()
    byKey.current = true
    setAt(next)
  }
  const decideByKey = (decision: DuplicateDecision) => {
    if (!pair || busy || !mayDecide(pair, decision)) return
    byKey.current = true
    decide(pair, decision)
  }
  const undo = () => (pair && mayDecide(pair, 'undo') ? decideByKey('undo') : undoLast())
  useDuplicateKeys({
    j: () => move(1),
    k: () => move(-1),
    c: () => decideByKey('confirm'),
    x: () => decideByKey('cut'),
    z: undo,
  })
  const findBusy = (other: DuplicatePair) =>
    busy?.pair.place_id === other.place_id && busy.pair.other_id === other.other_id ? busy.decision : null
  return (
    <Stack {...CARDS}>
      {pairs.map((shown, index) => (
        <PlaceDuplicateCard
          key={`${shown.place_id}-${shown.other_id}`}
          pair={shown}
          isCurrent={index === current}
          cardRef={index === current ? card : undefined}
          busy={findBusy(shown)}
          onDecide={(decision) => decide(shown, decision)}
          onFocus={() => setAt(index)}
        />
      ))}
    </Stack>
  )
}

/** Possible duplicates of two sources for an administrator to decide. */
export function PlaceDuplicatesPage() {
  const [query, change] = usePageSearch(duplicatesSearch)
  const filters = useFilters()
  const search = query.search.trim()
  const found = useDuplicatePages({
    ...(query.state === 'all' ? {} : { state: query.state }),
    ...(query.source === null ? {} : { source: query.source }),
    ...(search ? { search } : {}),
  })
  const pairs = found.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <>
      <PageHeader
        title="Business data"
        documentTitle="Duplicates"
        subtitle="The same business in two sources"
      >
        <CorpusTabs current="/admin/corpus/duplicates" />
      </PageHeader>
      <ListToolbar query={query} change={change} searchLabel="Search by name" filters={filters} />
      {found.isPending && <Loading />}
      {found.isError && <LoadError what="The duplicates" query={found} />}
      {found.isSuccess && pairs.length === 0 && (
        <NoDuplicates query={query} onReset={() => change({ search: '', source: null, state: 'all' })} />
      )}
      {pairs.length > 0 && <PlaceDuplicateCards pairs={pairs} />}
      {found.hasNextPage && (
        <Box px={{ base: 'sm', xs: 'lg' }} pb={{ base: 'md', xs: 'lg' }}>
          <Button
            variant="default"
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            Show more
          </Button>
        </Box>
      )}
    </>
  )
}
