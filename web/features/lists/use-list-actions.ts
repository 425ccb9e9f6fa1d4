import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { exportList } from '#contract/files.ts'
import {
  bulkArchiveLists,
  bulkDeleteLists,
  createList,
  type List,
  pinList,
  restoreLists,
} from '#contract/lists.ts'
import { call, download } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { showToast } from '#web/lib/toast.ts'
import { showUndoToast } from '#web/ui/undo-toast.ts'

const idsOf = (chosen: readonly List[]): number[] => chosen.map((list) => list.id)

const named = (chosen: readonly List[], what: string): string =>
  chosen.length === 1 ? `“${chosen[0]?.name}” ${what}` : `${formatCount(chosen.length, 'list')} ${what}`

/** What can be done with lists; each offers to take itself back where that is possible. */
export function useListActions() {
  const navigate = useNavigate()
  const restore = useMutation({
    mutationFn: (chosen: readonly List[]) =>
      call(restoreLists, { body: { resultIds: idsOf(chosen) }, quiet: 'message' }),
    onSuccess: (_reply, chosen) => {
      showToast({ kind: 'success', message: named(chosen, 'restored') })
    },
  })
  const remove = useMutation({
    mutationFn: (chosen: readonly List[]) =>
      call(bulkDeleteLists, { body: { resultIds: idsOf(chosen) }, quiet: true }),
    onSuccess: (_reply, chosen) => {
      showUndoToast(named(chosen, 'deleted'), () => restore.mutate(chosen))
    },
  })
  const archive = useMutation({
    mutationFn: ({ chosen, archived }: { chosen: readonly List[]; archived: boolean; undo?: true }) =>
      call(bulkArchiveLists, { body: { resultIds: idsOf(chosen), is_archived: archived }, quiet: 'message' }),
    onSuccess: (_reply, { chosen, archived, undo }) => {
      if (undo) return
      showUndoToast(named(chosen, archived ? 'archived' : 'unarchived'), () => {
        archive.mutate({ chosen, archived: !archived, undo: true })
      })
    },
  })
  const pin = useMutation({
    mutationFn: ({ list, pinned }: { list: List; pinned: boolean }) =>
      call(pinList, { params: { id: list.id }, body: { is_pinned: pinned } }),
  })
  const exportAll = useMutation({
    mutationFn: (list: List) => call(exportList, { body: { list_id: list.id }, quiet: 'message' }),
    onSuccess: ({ data }) => {
      download(data.url)
      showToast({ kind: 'info', message: `Exporting ${data.filename}. See Runs for its progress` })
    },
  })
  const trySample = useMutation({
    mutationFn: () =>
      call(createList, {
        body: { name: 'Sample: local businesses', type: 'local', search: { source: 'sample' }, limit: 50 },
        quiet: 'message',
      }),
    onSuccess: async ({ data }) => {
      await navigate({ to: `/saved-lists/${listRef(data.type, data.id)}` })
    },
  })
  return { restore, remove, archive, pin, exportAll, trySample }
}

export type ListActions = ReturnType<typeof useListActions>
