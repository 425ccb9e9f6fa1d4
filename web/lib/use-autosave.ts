import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { EDITOR_DEBOUNCE_MS } from '#contract/core/constants.ts'
import { errorMessage } from './api-error.ts'
import { conflictOf, type Side } from './edit-conflict.ts'

export type SaveState<Saved> =
  | { state: 'saved' | 'typing' | 'saving' }
  | { state: 'failed'; error: string }
  | { state: 'conflict'; current: Saved }

interface AutosaveOptions<Draft, Saved> {
  /** The record as it was read. */
  record: Saved
  draftOf: (record: Saved) => Draft
  send: (draft: Draft, version: number) => Promise<Saved>
  /** Told of each record that was saved. */
  onSaved?: (record: Saved) => void
}

/** What a save that failed leads to. */
function failureOf<Saved>(error: unknown): SaveState<Saved> {
  const current = conflictOf<never>(error) as Saved | null
  return current ? { state: 'conflict', current } : { state: 'failed', error: errorMessage(error) }
}

/** Saves a draft 300 ms after the last change, one save after the other; what is typed meanwhile is saved next. */
export function useAutosave<Draft extends object, Saved extends { version: number }>(
  options: AutosaveOptions<Draft, Saved>,
) {
  const { record, draftOf, send, onSaved } = options
  const draft = useRef(draftOf(record))
  const [saving, setSaving] = useState<SaveState<Saved>>({ state: 'saved' })
  const [saved, setSaved] = useState(record)
  const newest = useRef(record)
  const conflict = useRef(false)
  const running = useRef<Promise<void> | null>(null)
  const dirty = useRef(false)

  const take = (next: Saved) => {
    newest.current = next
    setSaved(next)
    onSaved?.(next)
  }
  const saveAll = async (): Promise<void> => {
    while (dirty.current && !conflict.current) {
      dirty.current = false
      setSaving({ state: 'saving' })
      try {
        take(await send(draft.current, newest.current.version))
        setSaving({ state: dirty.current ? 'typing' : 'saved' })
      } catch (error) {
        dirty.current = true
        const failure = failureOf<Saved>(error)
        conflict.current = failure.state === 'conflict'
        return setSaving(failure)
      }
    }
  }
  /** Saves what is not saved yet. @returns the newest record, or null when something is still unsaved. */
  const save = async (): Promise<Saved | null> => {
    running.current ??= saveAll().finally(() => {
      running.current = null
    })
    await running.current
    return dirty.current ? null : newest.current
  }
  const later = useDebouncedCallback(() => void save(), EDITOR_DEBOUNCE_MS)
  const flush = useRef(save)
  flush.current = save
  // Leaving within the 300 ms loses nothing.
  useEffect(() => () => void flush.current(), [])

  return {
    saving,
    saved,
    save,
    draft: () => draft.current,
    /** Goes on with what somebody else has saved, or writes my text over it. */
    settle(side: Side, current: Saved) {
      conflict.current = false
      newest.current = current
      if (side === 'mine') return void save()
      draft.current = draftOf(current)
      dirty.current = false
      take(current)
      setSaving({ state: 'saved' })
    },
    edit(part: Partial<Draft>) {
      draft.current = { ...draft.current, ...part }
      dirty.current = true
      if (!conflict.current) setSaving({ state: 'typing' })
      later()
    },
  }
}
