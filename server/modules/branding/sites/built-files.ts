import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '../../../../web/dist')
const MANIFEST = join(DIST, '.vite', 'manifest.json')

interface BuiltFile {
  file: string
  imports?: string[]
}
type Manifest = Record<string, BuiltFile>

let cached: { time: number; manifest: Manifest } | undefined

/** The files of the last build, by source file below `web`; empty before the first. Read again after each build. */
export async function readBuiltFiles(): Promise<Manifest> {
  const info = await stat(MANIFEST).catch(() => null)
  if (!info) return {}
  if (cached?.time !== info.mtimeMs)
    cached = { time: info.mtimeMs, manifest: JSON.parse(await readFile(MANIFEST, 'utf8')) as Manifest }
  return cached.manifest
}

/** Text of the script that other websites embed pages with; null before the first build. */
export async function readEmbedScript(): Promise<string | null> {
  const file = (await readBuiltFiles())['public-pages/embed.ts']?.file
  return file ? readFile(join(DIST, file), 'utf8') : null
}
