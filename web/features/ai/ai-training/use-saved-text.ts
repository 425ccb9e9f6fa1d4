import { type TrainingText, updateTrainingText } from '#contract/ai/ai-training.ts'
import { call } from '#web/lib/api.ts'
import { useAutosave } from '#web/lib/use-autosave.ts'

/** What a text holds as it is edited. */
type TextDraft = Pick<TrainingText, 'title' | 'html' | 'language'>

/** Answers to the last saves: a list that was read before them holds older words. */
const lastSaved = new Map<number, TrainingText>()

/** The newest words of a text that are known here. */
export function newestText(item: TrainingText): TrainingText {
  const saved = lastSaved.get(item.id)
  return saved && saved.version > item.version ? saved : item
}

/** Saves a text while it is written. */
export const useSavedText = (item: TrainingText) =>
  useAutosave<TextDraft, TrainingText>({
    record: item,
    draftOf: ({ title, html, language }) => ({ title, html, language }),
    send: async (draft, version) => {
      const body = { ...draft, title: draft.title.trim() || 'Untitled', version }
      return (await call(updateTrainingText, { params: { id: item.id }, body, quiet: true })).data
    },
    onSaved: (text) => lastSaved.set(text.id, text),
  })
