import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { type TrainingText, updateTrainingText } from '#contract/ai-training.ts'
import { EDITOR_DEBOUNCE_MS } from '#contract/constants.ts'
import type { Versioned } from '#contract/versions.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { conflictOf, type Side } from '#web/lib/edit-conflict.ts'
import { logFailure } from './log-failure.ts'

/** What a text holds as it is edited. */
export type TextDraft = Pick<TrainingText, 'title' | 'html' | 'language'>
export type SaveState =
  | { state: 'saved' | 'typing' | 'saving' }
  | { state: 'failed'; error: string }
  | { state: 'conflict'; current: TrainingText & Versioned }

/** Answers to the last saves: a list that was read before them holds older words. */
const lastSaved = new Map<number, TrainingText>()

/** The newest words of a text that are known here. */
export function newestText(item: TrainingText): TrainingText {
  const saved = lastSaved.get(item.id)
  return saved && saved.version > item.version ? saved : item
}

/** Saves a text 300 ms after the last key, one save after the other; what is typed meanwhile is saved next. */
export function useSavedText(item: TrainingText) {
  const draft = useRef<TextDraft>({ title: item.title, html: item.html, language: item.language })
  const [saving, setSaving] = useState<SaveState>({ state: 'saved' })
  const [saved, setSaved] = useState(item)
  const version = useRef(item.version)
  const conflict = useRef(false)
  const busy = useRef(false)
  const dirty = useRef(false)

  const save = async (): Promise<void> => {
    if (busy.current || conflict.current || !dirty.current) return
    busy.current = true
    dirty.current = false
    setSaving({ state: 'saving' })
    try {
      const body = {
        ...draft.current,
        title: draft.current.title.trim() || 'Untitled',
        version: version.current,
      }
      const { data } = await call(updateTrainingText, { params: { id: item.id }, body, quiet: true })
      version.current = data.version
      lastSaved.set(item.id, data)
      setSaved(data)
      setSaving({ state: dirty.current ? 'typing' : 'saved' })
    } catch (error) {
      dirty.current = true
      const current = conflictOf<TrainingText & Versioned>(error)
      if (current) {
        conflict.current = true
        setSaving({ state: 'conflict', current })
        return
      }
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
    /** Goes on with what somebody else has saved, or writes my words over it. */
    settle(side: Side, current: TrainingText) {
      conflict.current = false
      version.current = current.version
      if (side === 'mine') return void save()
      draft.current = { title: current.title, html: current.html, language: current.language }
      dirty.current = false
      lastSaved.set(current.id, current)
      setSaved(current)
      setSaving({ state: 'saved' })
    },
    edit(part: Partial<TextDraft>) {
      draft.current = { ...draft.current, ...part }
      dirty.current = true
      if (conflict.current) return
      setSaving({ state: 'typing' })
      later()
    },
  }
}
