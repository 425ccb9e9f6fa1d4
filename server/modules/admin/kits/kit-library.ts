import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { KitDocument } from '#contract/admin/kit-document.ts'
import { KIT_PART_NAMES } from '#contract/admin/kit-part-names.ts'
import { notFound } from '#server/platform/errors.ts'
import { onFirstUse } from '#server/platform/first-use.ts'

const FOLDER = join(import.meta.dirname, 'library')
const yamlOf = onFirstUse<typeof import('yaml')>('yaml')

/** A kit that comes with the program; its name is that of its file. */
interface LibraryKit {
  name: string
  kit: string
  description: string
  settings: number
  document: Record<string, unknown>
  yaml: string
}

async function readLibraryKit(file: string): Promise<LibraryKit> {
  const yaml = await readFile(join(FOLDER, file), 'utf8')
  const document = yamlOf().parse(yaml) as Record<string, unknown>
  const parsed = KitDocument.parse(document)
  return {
    name: file.replace(/\.yaml$/, ''),
    kit: parsed.kit,
    description: parsed.description ?? '',
    settings: KIT_PART_NAMES.reduce((sum, part) => sum + Object.keys(parsed[part] ?? {}).length, 0),
    document,
    yaml,
  }
}

let library: Promise<LibraryKit[]> | undefined

/** Built-in kits by name. */
function readLibrary(): Promise<LibraryKit[]> {
  library ??= readdir(FOLDER).then((files) => Promise.all(files.toSorted().map(readLibraryKit)))
  return library
}

export const listLibraryKits = async () =>
  (await readLibrary()).map(({ name, kit, description, settings }) => ({ name, kit, description, settings }))

/** @throws AppError not_found */
export async function getLibraryKit(name: string): Promise<LibraryKit> {
  const found = (await readLibrary()).find((kit) => kit.name === name)
  if (!found) throw notFound('The kit')
  return found
}
