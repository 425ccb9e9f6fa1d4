import { Button, Drawer, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { HISTORY_EVENTS } from '#contract/leads/history.ts'
import { listHistory } from '#contract/leads/lists.ts'
import { call } from '#web/lib/api.ts'
import { formatCredits } from '#web/lib/format.ts'
import { listTopics } from '#web/lib/freshness.ts'
import { countsToShow, countText, runBadge } from '#web/lib/run-facts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { takeBack } from '../lead-data/undo-change.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'
import { detailLabel } from './event-details.ts'
import classes from './lead-history.module.css'

const PAGE = 30

function useHistory(id: number) {
  return useInfiniteQuery({
    queryKey: [listHistory.name, { params: { id }, pages: true }],
    queryFn: ({ pageParam, signal }) =>
      call(listHistory, {
        params: { id },
        body: { page: pageParam, limit: PAGE },
        signal,
        // Shown instead: nothing: it only reads
        quiet: true,
        read: true,
      }),
    meta: listTopics(listHistory, { params: { id } }),
    initialPageParam: 1,
    getNextPageParam: (last) =>
      last.currentPage * last.pageSize < last.total ? last.currentPage + 1 : undefined,
  })
}

type Entry = NonNullable<ReturnType<typeof useHistory>['data']>['pages'][number]['data'][number]

/** Undoes one entry, once. */
function UndoButton({ target, entry }: { target: ListTarget; entry: Entry }) {
  const undo = useMutation({ mutationFn: () => takeBack(target, entry.id) })
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={`Undo “${HISTORY_EVENTS[entry.event]}”`}
      loading={undo.isPending}
      onClick={() => undo.mutate()}
    >
      Undo
    </Button>
  )
}

function EntryLine({ target, entry }: { target: ListTarget; entry: Entry }) {
  const { run } = entry
  const parts = run
    ? [
        ...countsToShow(run).map((label) => countText(run, label)),
        run.cost > 0 ? formatCredits(run.cost) : null,
      ]
    : [detailLabel(entry.detail)]
  return (
    <li>
      <Text component="span" fw={500}>
        {run ? run.title : HISTORY_EVENTS[entry.event]}
      </Text>
      {run && <StateBadge {...runBadge(run)} />}
      <Text component="span" c="dimmed">
        {parts.filter((part) => part).join(' · ')}
      </Text>
      <Text component="span" c="dimmed">
        <When at={entry.created_at} />
        {entry.user && ` · ${entry.user}`}
        {entry.undone_at && ' · undone'}
      </Text>
      {entry.can_undo && (
        <span>
          <UndoButton target={target} entry={entry} />
        </span>
      )}
    </li>
  )
}

function HistoryBody({ target }: { target: ListTarget }) {
  const history = useHistory(target.id)
  if (history.isPending) return <SkeletonRows rows={6} height={56} label="Loading the history" />
  if (history.isError) {
    return <LoadError what="The history" query={history} />
  }
  const entries = history.data.pages.flatMap((page) => page.data)
  if (entries.length === 0) {
    return <EmptyState title="Nothing yet">Searches and changes of this list appear here.</EmptyState>
  }
  return (
    <>
      <ol className={classes.history}>
        {entries.map((entry) => (
          <EntryLine key={entry.id} target={target} entry={entry} />
        ))}
      </ol>
      {history.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          mt="md"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show older entries
        </Button>
      )}
    </>
  )
}

interface HistoryPanelProps {
  target: ListTarget
  opened: boolean
  onClose: () => void
}

/** The list's searches and changes, newest first; changes of leads can be undone. */
export function HistoryPanel({ target, opened, onClose }: HistoryPanelProps) {
  return (
    <Drawer opened={opened} onClose={onClose} title="History" size={400}>
      <HistoryBody target={target} />
    </Drawer>
  )
}
