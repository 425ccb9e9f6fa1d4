import { exportList } from '#contract/core/files.ts'
import {
  bulkArchiveLists,
  bulkDeleteLists,
  duplicateList,
  type List,
  moveLists,
  pinList,
  restoreLists,
} from '#contract/leads/lists.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { showToast } from '#web/lib/toast.ts'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import { downloadExport } from '../exports/download-export.ts'

type Chosen = readonly Pick<List, 'id' | 'name'>[]

const listIds = (chosen: Chosen): number[] => chosen.map((list) => list.id)

const named = (chosen: Chosen, result: string): string =>
  chosen.length === 1 ? `“${chosen[0]?.name}” ${result}` : `${formatCount(chosen.length, 'list')} ${result}`

/** Restores lists from the trash. */
export async function restore(chosen: Chosen): Promise<void> {
  // Shown instead: toasts that name the lists, with Undo
  await call(restoreLists, { body: { resultIds: listIds(chosen) }, quiet: 'message' })
  showToast({ kind: 'success', message: named(chosen, 'restored') })
}

/** Moves lists to the trash; `quiet` when the caller shows failures. */
export async function remove(chosen: Chosen): Promise<void> {
  await call(bulkDeleteLists, { body: { resultIds: listIds(chosen) }, quiet: true })
  showUndoToast(named(chosen, 'deleted'), () => restore(chosen))
}

const folderBody = (chosen: Chosen, folder: string | null) => ({ resultIds: listIds(chosen), folder })

/** Moves lists to a folder, or out of theirs; the caller shows failures. Undo moves each back to its own. */
export async function moveToFolder(chosen: readonly List[], folder: string | null): Promise<void> {
  const { message } = await call(moveLists, { body: folderBody(chosen, folder), quiet: true })
  const byFolder = Map.groupBy(chosen, (list) => list.folder)
  showUndoToast(message ?? '', async () => {
    for (const [before, lists] of byFolder)
      await call(moveLists, { body: folderBody(lists, before), quiet: 'message' })
  })
}

const setArchived = (chosen: Chosen, is_archived: boolean) =>
  call(bulkArchiveLists, { body: { resultIds: listIds(chosen), is_archived }, quiet: 'message' })

/** Archives or unarchives lists. */
export async function archive(chosen: Chosen, archived: boolean): Promise<void> {
  await setArchived(chosen, archived)
  showUndoToast(named(chosen, archived ? 'archived' : 'unarchived'), () => setArchived(chosen, !archived))
}

/** Pins or unpins a list for the person. */
export const pin = async (chosen: Chosen, pinned: boolean): Promise<void> => {
  for (const { id } of chosen) await call(pinList, { params: { id }, body: { is_pinned: pinned } })
}

/** Downloads all leads of a list. */
export async function exportAll([list]: Chosen): Promise<void> {
  if (!list) return
  const { data } = await call(exportList, { body: { list_id: list.id }, quiet: 'message' })
  downloadExport(data)
}

/** Copies a list with its leads; undo moves the copy to the trash. */
export async function duplicate([list]: Chosen): Promise<void> {
  if (!list) return
  const { data } = await call(duplicateList, { params: { id: list.id }, quiet: 'message' })
  showUndoToast(`“${data.name}” created`, () =>
    call(bulkDeleteLists, { body: { resultIds: [data.id] }, quiet: 'message' }),
  )
}
