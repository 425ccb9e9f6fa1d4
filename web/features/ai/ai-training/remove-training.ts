import {
  deleteTrainingFile,
  deleteTrainingQa,
  deleteTrainingText,
  deleteWebsiteLink,
  restoreTraining,
  type TrainingKind,
} from '#contract/ai/ai-training.ts'
import { call } from '#web/lib/api.ts'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import { tryChange } from './training-failure.tsx'

const CALLS = {
  page: deleteWebsiteLink,
  text: deleteTrainingText,
  qa: deleteTrainingQa,
  file: deleteTrainingFile,
}

/** Deletes a training item, with undo. */
export async function removeTraining(
  kind: TrainingKind,
  { id, title }: { id: number; title: string },
): Promise<void> {
  const params = { id }
  await tryChange(async () => {
    // Shown instead: a toast with Undo
    await call(CALLS[kind] as typeof deleteTrainingText, { params, quiet: 'message' })
    showUndoToast(
      `“${title.slice(0, 80)}” deleted`,
      () => void tryChange(() => call(restoreTraining, { params })),
    )
  })
}
