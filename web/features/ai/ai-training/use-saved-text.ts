import { type TrainingText, updateTrainingText } from '#contract/ai/ai-training.ts'
import { call } from '#web/lib/api.ts'
import { useAutosave } from '#web/lib/use-autosave.ts'

/** Fields of an edited text. */
type TextDraft = Pick<TrainingText, 'title' | 'html' | 'language'>

/** Results of the last saves: lists read before them are older. */
const lastSaved = new Map<number, TrainingText>()

/** The latest known version of a text. */
export function newestText(item: TrainingText): TrainingText {
  const saved = lastSaved.get(item.id)
  return saved && saved.version > item.version ? saved : item
}

/** Saves a text as you type. */
export const useSavedText = (item: TrainingText) =>
  useAutosave<TextDraft, TrainingText>({
    record: item,
    makeDraft: ({ title, html, language }) => ({ title, html, language }),
    send: async (draft, version) => {
      const body = { ...draft, title: draft.title.trim() || 'Untitled', version }
      // Shown instead: the state beside the editor
      return (await call(updateTrainingText, { params: { id: item.id }, body, quiet: true })).data
    },
    onSaved: (text) => lastSaved.set(text.id, text),
  })
