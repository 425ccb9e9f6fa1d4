import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { EDITOR_DEBOUNCE_MS } from '#contract/core/constants.ts'
import { errorMessage } from './api-error.ts'
import { findConflict, type Side } from './edit-conflict.ts'

export type SaveState<Saved> =
  | { state: 'saved' | 'typing' | 'saving' }
  | { state: 'failed'; error: string }
  | { state: 'conflict'; current: Saved }

interface AutosaveOptions<Draft, Saved> {
  /** The record as it was loaded. */
  record: Saved
  makeDraft: (record: Saved) => Draft
  send: (draft: Draft, version: number) => Promise<Saved>
  /** Called with each saved record. */
  onSaved?: (record: Saved) => void
}

function readFailure<Saved>(error: unknown): SaveState<Saved> {
  const current = findConflict<never>(error) as Saved | null
  return current ? { state: 'conflict', current } : { state: 'failed', error: errorMessage(error) }
}

/** Saves unsaved changes, one call after the other; holds the state that only this loop changes. */
function useSaveLoop<Draft extends object, Saved extends { version: number }>(
  options: AutosaveOptions<Draft, Saved>,
) {
  const { record, makeDraft, send, onSaved } = options
  const [saving, setSaving] = useState<SaveState<Saved>>({ state: 'saved' })
  const [saved, setSaved] = useState(record)
  const loop = useRef({
    draft: makeDraft(record),
    newest: record,
    isDirty: false,
    isBlocked: false,
    running: null as Promise<void> | null,
  }).current

  const take = (next: Saved) => {
    loop.newest = next
    setSaved(next)
    onSaved?.(next)
  }
  const saveAll = async (): Promise<void> => {
    while (loop.isDirty && !loop.isBlocked) {
      loop.isDirty = false
      setSaving({ state: 'saving' })
      try {
        take(await send(loop.draft, loop.newest.version))
        setSaving({ state: loop.isDirty ? 'typing' : 'saved' })
      } catch (error) {
        loop.isDirty = true
        const failure = readFailure<Saved>(error)
        loop.isBlocked = failure.state === 'conflict'
        return setSaving(failure)
      }
    }
  }
  /** Saves unsaved changes. @returns the newest record, or null if something is still unsaved. */
  const save = async (): Promise<Saved | null> => {
    loop.running ??= saveAll().finally(() => {
      loop.running = null
    })
    await loop.running
    return loop.isDirty ? null : loop.newest
  }
  return { loop, saving, setSaving, saved, take, save }
}

/** Saves a draft 300 ms after the last change, one save at a time; changes made meanwhile are saved next. */
export function useAutosave<Draft extends object, Saved extends { version: number }>(
  options: AutosaveOptions<Draft, Saved>,
) {
  const { loop, saving, setSaving, saved, take, save } = useSaveLoop(options)
  const later = useDebouncedCallback(() => void save(), EDITOR_DEBOUNCE_MS)
  const flush = useRef(save)
  flush.current = save
  // Leaving within the 300 ms loses nothing.
  useEffect(() => () => void flush.current(), [])

  return {
    saving,
    saved,
    save,
    draft: () => loop.draft,
    /** Continues with the version someone else saved, or overwrites it with mine. */
    settle(side: Side, current: Saved) {
      loop.isBlocked = false
      loop.newest = current
      if (side === 'mine') return void save()
      loop.draft = options.makeDraft(current)
      loop.isDirty = false
      take(current)
      setSaving({ state: 'saved' })
    },
    edit(part: Partial<Draft>) {
      loop.draft = { ...loop.draft, ...part }
      loop.isDirty = true
      if (!loop.isBlocked) setSaving({ state: 'typing' })
      later()
    },
  }
}
