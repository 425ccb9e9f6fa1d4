import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { darkPicture, type HelpNode, readGuide, readGuides } from './help-pages.ts'

const root = dirname(import.meta.dirname)
const folder = join(root, 'docs', 'user')

describe('a guide', () => {
  const read = (markdown: string) => readGuide('one', markdown)

  it('is parsed into parts with anchors, help links and sections to search', () => {
    const guide = read(
      '# One & two\n\nWhat it **is**.\n\n## The `way`, on\n\n- first [link](two.md#there)\n- second\n\n| a | b |\n|---|---|\n| 1 < 2 | x |\n',
    )
    expect(guide).toMatchObject({ title: 'One & two', summary: 'What it is.', pictures: [] })
    expect(guide.body).toEqual([
      ['p', {}, 'What it ', ['strong', {}, 'is'], '.'],
      ['h2', { id: 'the-way-on' }, 'The ', ['code', {}, 'way'], ', on'],
      ['ul', {}, ['li', {}, 'first ', ['a', { href: '/help/two#there' }, 'link']], ['li', {}, 'second']],
      [
        'table',
        {},
        ['thead', {}, ['tr', {}, ['th', {}, 'a'], ['th', {}, 'b']]],
        ['tbody', {}, ['tr', {}, ['td', {}, '1 < 2'], ['td', {}, 'x']]],
      ],
    ])
    expect(guide.sections.map(({ id, heading, text }) => [id, heading, text])).toEqual([
      ['', 'One & two', 'What it is.'],
      ['the-way-on', 'The way, on', 'first link second a b 1 < 2 x'],
    ])
  })

  it.each([
    ['a block of HTML', '# One\n\n<div onclick="x()">no</div>\n'],
    ['HTML within a line', '# One\n\nno <b>HTML</b>\n'],
    ['a link out of the help', '# One\n\n[x](../operating.md)\n'],
    ['a link that runs', '# One\n\n[x](javascript:alert)\n'],
    ['no title', 'Text\n'],
  ])('is refused with %s', (_what, markdown) => {
    expect(() => read(markdown)).toThrow(/^one\.md/)
  })
})

const guides = readGuides(folder)
const strong = (node: HelpNode): string[] =>
  typeof node === 'string'
    ? []
    : node[0] === 'strong'
      ? [node.slice(2).join('')]
      : (node.slice(2) as HelpNode[]).flatMap(strong)
const links = (node: HelpNode): string[] =>
  typeof node === 'string'
    ? []
    : [...(node[0] === 'a' ? [node[1].href ?? ''] : []), ...(node.slice(2) as HelpNode[]).flatMap(links)]

/** Words that are emphasised without standing on a screen. */
const NO_LABELS = new Set([
  'open corpus',
  'Sure',
  'Ctrl K',
  '⌘ K',
  '?',
  'Sample',
  'reserved',
  'rule',
  'at most',
  'at least',
  'expected',
])

const sources = (below: string): string[] =>
  readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name)
    if (entry.isDirectory()) return entry.name === 'dist' ? [] : sources(path)
    return /\.tsx?$/.test(path) && !/\.test\./.test(path) ? [readFileSync(join(root, path), 'utf8')] : []
  })

/** The width of a WebP picture: in its extended header, else in that of its one frame. */
const widthOf = (bytes: Buffer): number =>
  bytes.toString('latin1', 12, 16) === 'VP8X' ? bytes.readUIntLE(24, 3) + 1 : bytes.readUInt16LE(26) & 0x3fff

describe('the guides', () => {
  it('are all in the index', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')
    expect(guides.map(({ slug }) => `${slug}.md`).sort()).toEqual(files.sort())
    expect(guides.length).toBeGreaterThan(7)
  })

  it('contain no product name and no link to a repository', () => {
    const reported = guides.flatMap(({ slug }) => {
      const text = readFileSync(join(folder, `${slug}.md`), 'utf8')
      return [...text.matchAll(/leadwright|github\.|https?:|docs\/|npm\b/gi)].map(
        (match) => `${slug}: ${match[0]}`,
      )
    })
    expect(reported).toEqual([])
  })

  it('link to guides and headings that exist', () => {
    const anchors = new Set(
      guides.flatMap(({ slug, sections }) => sections.map(({ id }) => `/help/${slug}${id && `#${id}`}`)),
    )
    const all = guides.flatMap(({ body }) => body.flatMap(links))
    expect(all.length).toBeGreaterThan(5)
    expect(all.filter((href) => !anchors.has(href))).toEqual([])
  })

  it('name buttons and pages as the screens do', () => {
    const screens = [...sources('web'), ...sources('contract')]
      .join('\n')
      .replace(/\s+/g, ' ')
      .replaceAll('’', "'")
    const missing = guides.flatMap(({ slug, body }) =>
      body
        .flatMap(strong)
        .filter((label) => !NO_LABELS.has(label) && !screens.includes(label.replaceAll('’', "'")))
        .map((label) => `${slug}: ${label}`),
    )
    expect(missing).toEqual([])
  })

  it('have pictures 1200 pixels wide and at most 60 KB, all of them used', () => {
    const pictures = guides.flatMap((guide) => guide.pictures)
    const files = readdirSync(join(folder, 'images')).map((name) => `images/${name}`)
    expect(files.filter((path) => !pictures.some((light) => path === darkPicture(light))).sort()).toEqual(
      [...pictures].sort(),
    )
    for (const path of files) {
      const bytes = readFileSync(join(folder, path))
      expect(bytes.length, path).toBeLessThanOrEqual(60 * 1024)
      expect([bytes.toString('latin1', 8, 12), widthOf(bytes)], path).toEqual(['WEBP', 1200])
    }
  })
})
