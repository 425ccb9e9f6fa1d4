import { appendUpload, createUpload, showUpload } from '#contract/core/files.ts'
import { ApiError, call, upload } from './api.ts'
import type { UploadTransport } from './upload-session.ts'

/** Upload calls over the API; the screen shows their errors, so they need no toast. */
export const apiTransport: UploadTransport = {
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
