import { useEffect, useRef, useState } from 'react'
import { appendUpload, createUpload, showUpload, uploadSizeError } from '#contract/core/files.ts'
import { ApiError, call, errorMessage, upload } from './api.ts'
import type { UploadTransport } from './upload-session.ts'
import { browserMemory, sendFile, type UploadState } from './upload-session.ts'

/** Upload calls over the API; the screen shows their errors, so they need no toast. */
const apiTransport: UploadTransport = {
  // Shown instead: the upload's progress bar
  create: async (name, size) => (await call(createUpload, { body: { name, size }, quiet: true })).data,
  show: async (id) => {
    try {
      return (await call(showUpload, { params: { id }, quiet: true })).data
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') return null
      throw error
    }
  },
  append: async (id, offset, bytes, signal) =>
    (await upload(appendUpload, { params: { id }, query: { offset }, bytes, signal, quiet: true })).data,
  isOffsetMismatch: (error) => error instanceof ApiError && error.code === 'offset_mismatch',
}

/** Progress of an upload. */
export interface UploadProgress {
  file: File
  sent: number
  state: 'sending' | 'paused' | 'failed' | 'complete'
  error?: string
  uploadId?: string
}

/** Why a file cannot be uploaded, or null. */
function findRefusal(file: Pick<File, 'name' | 'size'>): string | null {
  if (file.size === 0) return 'This file is empty'
  return uploadSizeError(file)
}

/** Uploads a chosen file in chunks; can be paused, and resumes after an error or reload. */
export function useUpload() {
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const send = async (file: File) => {
    controller.current?.abort()
    const current = new AbortController()
    controller.current = current
    const refusal = findRefusal(file)
    if (refusal) return setProgress({ file, sent: 0, state: 'failed', error: refusal })
    const show = (state: UploadState) => {
      if (controller.current !== current) return
      const done = state.complete ? 'complete' : 'sending'
      setProgress({ file, sent: state.offset, state: done, uploadId: state.id })
    }
    setProgress((now) => ({ file, sent: now?.file === file ? now.sent : 0, state: 'sending' }))
    try {
      await sendFile(file, {
        transport: apiTransport,
        memory: browserMemory,
        signal: current.signal,
        onProgress: show,
      })
    } catch (error) {
      if (current.signal.aborted) return
      setProgress((now) => now && { ...now, state: 'failed', error: errorMessage(error) })
    }
  }
  const pause = () => {
    controller.current?.abort()
    setProgress((now) => now && { ...now, state: 'paused' })
  }
  const reset = () => {
    controller.current?.abort()
    setProgress(null)
  }
  return { progress, send, pause, reset }
}
