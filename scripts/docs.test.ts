import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CREDIT_COSTS } from '#contract/core/constants.ts'
import { ERROR_STATUS } from '#contract/core/errors.ts'
import { allEndpoints } from '#contract/index.ts'
import { EMAIL_STATES } from '#contract/leads/email-states.ts'
import { sourceById } from '#contract/sources/source-kinds/index.ts'
import { TABLES } from '#server/modules/core/tables/index.ts'
import { REASONS } from '#server/providers/email-verifiers/index.ts'

const root = dirname(import.meta.dirname)
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('package.json'))

const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data'])
const markdownBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return markdownBelow(path)
    return entry.name.endsWith('.md') ? [relative(root, path)] : []
  })

/** Texts of the product, whose links lead to its pages. */
const COURSES = 'server/modules/branding/training/courses'
const pages = markdownBelow(root)
  .filter((path) => !path.startsWith(COURSES))
  .sort()
  .map((path) => ({ path, text: read(path) }))
/** Text without comments and blocks of code, where brackets are no links. */
const prose = (text: string): string =>
  text.replace(/<!--[\s\S]*?-->/g, '').replace(/^```[\s\S]*?^```$/gm, '')

/** The cells of the table rows that start with a code, on a page or in one of its sections. */
function rows(path: string, section?: string): string[][] {
  const text = read(path)
  const part = section ? (text.split(/^## /m).find((item) => item.startsWith(`${section}\n`)) ?? '') : text
  return part
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => cells.slice(1))
}
const codes = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string)

/** The anchor that a heading gets on the usual hosts. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function brokenLinks({ path, text }: { path: string; text: string }): string[] {
  const targets = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] as string)
  return targets.filter((target) => {
    if (/^(https?|mailto):/.test(target)) return false
    const [file = '', anchor] = target.split('#')
    const full = file ? join(root, dirname(path), file) : join(root, path)
    if (!existsSync(full)) return true
    if (anchor === undefined) return false
    const headings = [...readFileSync(full, 'utf8').matchAll(/^#+ (.+)$/gm)]
    return !headings.some((match) => anchorOf(match[1] as string) === anchor)
  })
}

/** What `look` finds wrong, over all pages, each with the page it is on. */
const overAll = (check: (page: (typeof pages)[number]) => string[]): string[] =>
  pages.flatMap((page) => check(page).map((problem) => `${page.path}: ${problem}`))

const OF_THE_PROJECT = /^(contract|server|web|cli|scripts|docs|e2e|bench)\/[\w./-]+$/
const REGISTRY = /\bregistry\.[a-z]+|npmjs\.|crates\.io|pypi\.org|proxy\.golang/g
const ONE_MACHINE = /(?<![\w.\]}])\/(?:home|root|tmp|work|Users)\//g

describe('docs/scale.md', () => {
  it('lists every table as the manifest distributes it', () => {
    const listed = read('docs/scale.md')
      .split('\n')
      .flatMap((line) => /^\| (distributed|reference|local)\b[^|]*\|(.*)\|$/.exec(line) ?? [])
    const byKind = { distributed: codes(listed[2]), reference: codes(listed[5]), local: codes(listed[8]) }
    const expected = (kind: string) =>
      TABLES.filter(({ distribution }) => distribution === kind)
        .map(({ name }) => name)
        .sort()
    expect(byKind).toEqual({
      distributed: expected('distributed'),
      reference: expected('reference'),
      local: expected('local'),
    })
  })
})

describe('docs/architecture.md', () => {
  it('names every module of the server in the row of its group', () => {
    const groups = rows('docs/architecture.md', 'Groups')
    const documented = groups.map(
      ([group, , modules]) => [codes(group)[0] as string, codes(modules)] as const,
    )
    const modulesOf = (group: string) =>
      readdirSync(join(root, 'server/modules', group), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort()
    const found = readdirSync(join(root, 'server/modules')).map((group) => [group, modulesOf(group)])
    expect(found.length).toBeGreaterThan(8)
    expect(Object.fromEntries(documented)).toMatchObject(Object.fromEntries(found))
  })
})

describe('the documents', () => {
  it('are exactly those that docs/README.md lists', () => {
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['README.md', 'docs/architecture.md', 'docs/adr/README.md', 'docs/cli.md']),
    )
    expect(pages.length).toBeGreaterThan(20)
  })

  it('of courses link to pages of the product', () => {
    const routes = readdirSync(join(root, 'web/app/pages'))
      .map((name) => read(`web/app/pages/${name}`))
      .join('\n')
    const links = markdownBelow(join(root, COURSES)).flatMap((path) =>
      [...read(path).matchAll(/\]\((\/[^)?]*)/g)].map((match) => match[1] as string),
    )
    expect(links.length).toBeGreaterThan(4)
    expect(links.filter((link) => !routes.includes(`'${link}'`))).toEqual([])
  })

  it('contain no broken links', () => {
    expect(overAll(brokenLinks)).toEqual([])
  })

  it('name files and folders that exist', () => {
    const missing = overAll(({ text }) =>
      codes(text).filter((path) => OF_THE_PROJECT.test(path) && !existsSync(join(root, path))),
    )
    expect(missing).toEqual([])
  })

  it('name calls that are in the contract', () => {
    const known = new Set(allEndpoints.map(({ method, path }) => `${method} ${path}`))
    const unknown = overAll(({ text }) =>
      [...text.matchAll(/`((?:GET|POST|PUT|DELETE) \/[^`\s?]*)/g)]
        .map((match) => match[1] as string)
        .filter((call) => !known.has(call)),
    )
    expect(unknown).toEqual([])
  })

  it('name scripts that are in package.json', () => {
    const unknown = overAll(({ text }) =>
      [...text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)]
        .map((match) => match[1] as string)
        .filter((name) => !(name in manifest.scripts)),
    )
    expect(unknown).toEqual([])
  })

  it('contain no registry address and no path of one machine', () => {
    expect(
      overAll(({ text }) => [...(text.match(REGISTRY) ?? []), ...(text.match(ONE_MACHINE) ?? [])]),
    ).toEqual([])
  })
})

describe('files for the code host', () => {
  const workflow = read('.github/workflows/ci.yml')

  it('run .ci/run on pushes and pull requests, and nothing else of the project', () => {
    expect(workflow).toMatch(/^ {2}push:\n {2}pull_request:$/m)
    const calls = [...workflow.matchAll(/^ +- run: (.+)$/gm)].map((match) => match[1])
    expect(calls).toEqual(['.ci/run'])
    expect(statSync(join(root, '.ci/run')).mode & 0o111).toBe(0o111)
  })

  it('contain no registry address', () => {
    expect(workflow.match(REGISTRY)).toBeNull()
  })
})

describe('the documents describe everything the code declares, and nothing else', () => {
  it('environment variables', () => {
    const source = read('server/platform/env.ts')
    const table = /const Variables = z\.object\(\{([\s\S]*?)\n\}\)/.exec(source)?.[1] ?? ''
    const declared = [...table.matchAll(/^ {2}([A-Z0-9_]+):/gm)].map((match) => match[1] as string)
    expect(declared.length).toBeGreaterThan(10)
    const written = rows('docs/operating.md', 'Environment').flatMap(([name]) => codes(name))
    expect(written.sort()).toEqual(declared.sort())
  })

  it('error codes with their status', () => {
    const written = rows('docs/api.md', 'Errors').map(([code, status]) => [codes(code)[0], Number(status)])
    expect(Object.fromEntries(written)).toEqual(ERROR_STATUS)
  })

  it('dependencies', () => {
    const declared = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.keys(manifest[kind] ?? {}),
    )
    const written = rows('docs/dependencies.md').flatMap(([name]) => codes(name))
    expect(written.sort()).toEqual(declared.sort())
  })

  it('email verification reasons with their state', () => {
    const written = rows('docs/email-verification.md', 'Reasons').map(([reason, state]) => [
      codes(reason)[0],
      codes(state)[0],
    ])
    // What happened to an address here is no reason of the verifier.
    const own = { bounced: 'invalid', gave_up: 'unknown' }
    const declared = Object.entries(REASONS).map(([reason, { state }]) => [reason, state])
    expect(Object.fromEntries(written)).toEqual({ ...Object.fromEntries(declared), ...own })
  })

  it('email states', () => {
    const written = rows('docs/email-verification.md', 'States').flatMap(([state]) => codes(state))
    expect(written.sort()).toEqual([...EMAIL_STATES].sort())
  })

  it('scripts of package.json', () => {
    const commands = rows('README.md', 'Scripts').flatMap(([name]) => codes(name))
    const written = commands.map((text) => text.replace(/^npm (run )?(-s )?/, '').split(' ')[0])
    expect(written.sort()).toEqual(Object.keys(manifest.scripts).sort())
  })

  it('decisions, each with its number, headings and a line in the index', () => {
    const files = readdirSync(join(root, 'docs/adr')).filter((name) => /^\d{4}-/.test(name))
    expect(files.length).toBeGreaterThan(0)
    const index = read('docs/adr/README.md')
    for (const file of files) {
      const text = read(`docs/adr/${file}`)
      const title = /^# (\d{4}): (.+)$/m.exec(text)
      expect(title?.[1], file).toBe(file.slice(0, 4))
      expect(index).toContain(`| [${title?.[1]}](${file}) |`)
      const headings = [...text.matchAll(/^## (.+)$/gm)].map((match) => match[1])
      expect(headings, file).toEqual(['Context', 'Decision', 'Consequences', 'Status'])
    }
  })
})

describe('the guide to credits', () => {
  const WORDS: Record<keyof typeof CREDIT_COSTS, string> = {
    local_contact: 'a local business',
    people_contact: 'a person',
    domain_email: 'a verified or potential email from a website',
    people_phone: 'a phone number from connected sources',
    people_similar: 'a person similar to selected ones',
    influencer_record: 'an influencer',
    influencer_enrich: "an influencer's details",
    website_check: 'a website checked for signals',
  }
  const prices = new Map(
    [...read('docs/user/credits.md').matchAll(/^\| (.+) \| (\d+)/gm)].map(([, what, price]) => [
      what,
      Number(price),
    ]),
  )

  it.each(Object.entries(CREDIT_COSTS))('has the price that is charged: %s', (kind, credits) => {
    expect(prices.get(WORDS[kind as keyof typeof CREDIT_COSTS])).toBe(credits)
  })

  it('says that parts which a source gives for free are free', () => {
    expect(sourceById('website')?.freeParts).toEqual(['people_phone'])
    expect(prices.get('phones, profiles and people from websites')).toBe(0)
  })
})
