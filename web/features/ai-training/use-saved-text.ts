import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { type TrainingText, updateTrainingText } from '#contract/ai-training.ts'
import { EDITOR_DEBOUNCE_MS } from '#contract/constants.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { logFailure } from './log-failure.ts'

/** What a text holds as it is edited. */
export type TextDraft = Pick<TrainingText, 'title' | 'html' | 'language'>
export type SaveState = { state: 'saved' | 'typing' | 'saving' } | { state: 'failed'; error: string }

/** Saves a text 300 ms after the last key, one save after the other; what is typed meanwhile is saved next. */
export function useSavedText(item: TrainingText) {
  const draft = useRef<TextDraft>({ title: item.title, html: item.html, language: item.language })
  const [saving, setSaving] = useState<SaveState>({ state: 'saved' })
  const [saved, setSaved] = useState(item)
  const busy = useRef(false)
  const dirty = useRef(false)

  const save = async (): Promise<void> => {
    if (busy.current || !dirty.current) return
    busy.current = true
    dirty.current = false
    setSaving({ state: 'saving' })
    try {
      const body = { ...draft.current, title: draft.current.title.trim() || 'Untitled' }
      const { data } = await call(updateTrainingText, { params: { id: item.id }, body, quiet: true })
      setSaved(data)
      setSaving({ state: dirty.current ? 'typing' : 'saved' })
    } catch (error) {
      dirty.current = true
      logFailure(error)
      setSaving({ state: 'failed', error: errorMessage(error) })
      return
    } finally {
      busy.current = false
    }
    if (dirty.current) await save()
  }
  const later = useDebouncedCallback(() => void save(), EDITOR_DEBOUNCE_MS)
  const flush = useRef(save)
  flush.current = save
  // Leaving within the 300 ms loses nothing.
  useEffect(() => () => void flush.current(), [])

  return {
    saving,
    saved,
    retry: () => void save(),
    edit(part: Partial<TextDraft>) {
      draft.current = { ...draft.current, ...part }
      dirty.current = true
      setSaving({ state: 'typing' })
      later()
    },
  }
}
