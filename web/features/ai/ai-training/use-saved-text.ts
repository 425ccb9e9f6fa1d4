import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { type TrainingText, updateTrainingText } from '#contract/ai/ai-training.ts'
import { EDITOR_DEBOUNCE_MS } from '#contract/core/constants.ts'
import type { Versioned } from '#contract/core/versions.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { conflictOf, type Side } from '#web/lib/edit-conflict.ts'

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

const draftOf = ({ title, html, language }: TrainingText): TextDraft => ({ title, html, language })

const sentOf = (draft: TextDraft) => ({ ...draft, title: draft.title.trim() || 'Untitled' })

/** What a save that failed leads to. */
function failureOf(error: unknown): SaveState {
  const current = conflictOf<TrainingText & Versioned>(error)
  if (current) return { state: 'conflict', current }
  return { state: 'failed', error: errorMessage(error) }
}

const isConflict = (error: unknown): boolean => failureOf(error).state === 'conflict'

/** Saves a text 300 ms after the last key, one save after the other; what is typed meanwhile is saved next. */
export function useSavedText(item: TrainingText) {
  const draft = useRef(draftOf(item))
  const [saving, setSaving] = useState<SaveState>({ state: 'saved' })
  const [saved, setSaved] = useState(item)
  const version = useRef(item.version)
  const conflict = useRef(false)
  const running = useRef<Promise<void> | null>(null)
  const dirty = useRef(false)

  const saveAll = async (): Promise<void> => {
    while (dirty.current && !conflict.current) {
      dirty.current = false
      setSaving({ state: 'saving' })
      const body = { ...sentOf(draft.current), version: version.current }
      try {
        const { data } = await call(updateTrainingText, { params: { id: item.id }, body, quiet: true })
        version.current = data.version
        lastSaved.set(item.id, data)
        setSaved(data)
        setSaving({ state: dirty.current ? 'typing' : 'saved' })
      } catch (error) {
        dirty.current = true
        conflict.current = isConflict(error)
        return setSaving(failureOf(error))
      }
    }
  }
  const save = (): Promise<void> =>
    (running.current ??= saveAll().finally(() => {
      running.current = null
    }))
  const later = useDebouncedCallback(() => void save(), EDITOR_DEBOUNCE_MS)
  const flush = useRef(save)
  flush.current = save
  // Leaving within the 300 ms loses nothing.
  useEffect(() => () => void flush.current(), [])

  return {
    saving,
    saved,
    save,
    /** Goes on with what somebody else has saved, or writes my words over it. */
    settle(side: Side, current: TrainingText) {
      conflict.current = false
      version.current = current.version
      if (side === 'mine') return void save()
      draft.current = draftOf(current)
      dirty.current = false
      lastSaved.set(current.id, current)
      setSaved(current)
      setSaving({ state: 'saved' })
    },
    edit(part: Partial<TextDraft>) {
      draft.current = { ...draft.current, ...part }
      dirty.current = true
      if (!conflict.current) setSaving({ state: 'typing' })
      later()
    },
  }
}
