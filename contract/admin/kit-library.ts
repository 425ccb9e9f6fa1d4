import * as z from 'zod/mini'
import { defineArea } from '../core/define-area.ts'
import { WrittenKitDocument } from './kit-document.ts'

const api = defineArea({ tag: 'Kits', access: { can: 'manage_account' }, scope: 'write' })

const summary = {
  name: z.string().check(z.describe('Its name in addresses and commands')),
  kit: z.string(),
  description: z.string(),
  settings: z.int().check(z.describe('How many it has')),
}

/** A kit that comes with the program. */
const LibraryKit = z.object({
  ...summary,
  document: WrittenKitDocument,
  yaml: z.string().check(z.describe('The same as a file with comments, to be changed before it is applied')),
})

export const kitLibrary = api.get('/api/kits/library', {
  name: 'kits.library',
  summary: 'Built-in kits',
  reply: z.object({ data: z.array(z.object(summary)) }),
})

export const libraryKit = api.get('/api/kits/library/{name}', {
  name: 'kits.ofLibrary',
  summary: 'A built-in kit with its document',
  params: z.object({ name: z.string().check(z.maxLength(60)) }),
  reply: z.object({ data: LibraryKit }),
  errors: ['not_found'],
})
