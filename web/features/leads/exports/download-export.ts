import type { z } from 'zod/mini'
import { FINAL_RUN_STATES } from '#contract/activity/runs.ts'
import type { ExportTicket } from '#contract/core/files.ts'
import { download } from '#web/lib/api.ts'
import { onLiveEvent } from '#web/lib/live.ts'
import { showToast } from '#web/lib/toast.ts'

/** How long a file may take without a word, in ms. */
const SOON_MS = 1500

/** Downloads an export and says when it is done; a long one first says where its progress is. */
export function downloadExport(
  { url, filename, run_id }: Pick<z.output<typeof ExportTicket>, 'url' | 'filename' | 'run_id'>,
  note = '',
): void {
  let said = false
  const timer = setTimeout(() => {
    said = true
    showToast({ kind: 'info', message: `Exporting ${filename}. See Runs for its progress${note}` })
  }, SOON_MS)
  const stop = onLiveEvent((event) => {
    if (event.type !== 'run' || event.run.id !== run_id) return
    const { state, error } = event.run
    if (!(FINAL_RUN_STATES as readonly string[]).includes(state)) return
    stop()
    clearTimeout(timer)
    if (state === 'succeeded')
      showToast({ kind: 'success', message: `${filename} downloaded${said ? '' : note}` })
    else if (state === 'failed')
      showToast({ kind: 'error', message: error?.message ?? `${filename} could not be written` })
  })
  download(url)
}
