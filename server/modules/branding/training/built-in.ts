import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, transaction } from '#server/platform/db/db.ts'
import * as store from './built-in-store.ts'
import { plainText } from './clean-page.ts'
import { fileId } from './content-files.ts'
import { insertFile } from './files-store.ts'
import { readMarkdownPage } from './markdown-page.ts'

const COURSE_FOLDER = join(import.meta.dirname, 'courses')
const PICTURE_FOLDER = join(import.meta.dirname, 'pictures')

/** The built-in courses; their pages are the Markdown files of a folder, in order of names. */
const COURSES = [
  {
    topic: { key: 'getting-started', name: 'Getting started' },
    key: 'first-leads',
    title: 'From nothing to verified leads',
    summary: 'From an empty account to a file of leads with verified emails. About 15 minutes, free.',
  },
] as const

interface BuiltInFile {
  key: string
  title: string
  markdown: string
}
interface Picture {
  name: string
  bytes: Buffer
}

/** Parses a page: its first line is the title. @throws Error without one, which is our mistake. */
export function readPageFile(key: string, text: string): BuiltInFile {
  const [, title, markdown] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? []
  if (!title || markdown === undefined) throw new Error(`The course file ${key} begins without "# Title"`)
  return { key, title: title.trim(), markdown: markdown.trim() }
}

async function readFiles(course: string): Promise<BuiltInFile[]> {
  const names = (await readdir(join(COURSE_FOLDER, course))).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) =>
      readPageFile(
        `${course}/${name.slice(0, -3)}`,
        await readFile(join(COURSE_FOLDER, course, name), 'utf8'),
      ),
    ),
  )
}

async function readPictures(): Promise<Picture[]> {
  const names = (await readdir(PICTURE_FOLDER)).sort()
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(PICTURE_FOLDER, name)) })))
}

const fileName = ({ bytes }: Picture): string => `${fileId('built-in', bytes)}.webp`

/** Addresses of pictures by name; behind `#dark=` is the one that dark screens show. */
function makeAddresses(pictures: readonly Picture[]): Map<string, string> {
  const byName = new Map(pictures.map((picture) => [picture.name, picture]))
  return new Map(
    pictures.map((picture) => {
      const dark = byName.get(picture.name.replace(/\.webp$/, '-dark.webp'))
      return [picture.name, `/training-files/${fileName(picture)}${dark ? `#dark=${fileName(dark)}` : ''}`]
    }),
  )
}

function makePages(files: readonly BuiltInFile[], pictures: readonly Picture[]): store.BuiltInPage[] {
  const addresses = makeAddresses(pictures)
  return files.map(({ key, title, markdown }) => {
    const html = readMarkdownPage(markdown, addresses)
    return { key, title, html, words: plainText(html) }
  })
}

async function convertMarkdown(db: Db): Promise<void> {
  for (const { id, account_id, title, markdown } of await store.findMarkdown(db)) {
    const html = readMarkdownPage(markdown ?? '')
    await store.saveConverted(db, { id, account_id, title, html, words: plainText(html) })
  }
}

/**
 * Updates the built-in courses in the database when this version differs. Progress and customized pages stay.
 * @param readTexts reads the pages of a course; tests replace another version of the product with it
 */
export async function saveBuiltIn(db: Db, readTexts = readFiles): Promise<void> {
  const pictures = await readPictures()
  for (const [position, course] of COURSES.entries()) {
    const pages = makePages(await readTexts(course.key), pictures)
    const digest = createHash('sha256')
      .update(JSON.stringify([position, course, pages]))
      .digest('hex')
    if ((await store.findDigest(db, course.key)) === digest) continue
    await transaction(db, async () => {
      for (const picture of pictures)
        await insertFile(db, {
          id: fileId('built-in', picture.bytes),
          account_id: null,
          name: picture.name,
          content_type: 'image/webp',
          bytes: picture.bytes,
        })
      await store.saveCourse(db, { ...course, position, digest })
      await store.savePages(db, course.key, pages)
    })
  }
  await transaction(db, () => convertMarkdown(db))
}
