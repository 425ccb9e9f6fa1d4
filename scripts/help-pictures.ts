/**
 * Takes the pictures of the user's guide from the product itself: its own installation in a temporary folder,
 * with sample data, in light and in dark colors. Captures only the page without the frame, so that no brand is
 * visible; the picture of the README shows the whole window. Needs the web application to be built.
 * Usage: node_modules/.bin/node scripts/help-pictures.ts [NAME…]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { ACCESS_TOKEN_KEY } from '#contract/core/constants.ts'
import { darkPicture } from './help-pages.ts'

const root = dirname(import.meta.dirname)
const FOLDER = join(root, 'docs', 'user', 'images')
const README_FOLDER = join(root, 'docs', 'images')
const README_SIZE = { width: 1280, height: 800 }
const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]
const SIZE = { width: 1200, height: 675 }
const MOST_BYTES = 60 * 1024
const ADMIN = { email: 'ann@team.example', password: 'a picture of a password' }

/** Starts the product and returns its address. */
async function startServer(folder: string): Promise<{ url: string; server: ChildProcess }> {
  const server = spawn(process.execPath, [join(root, 'server', 'main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      DATABASE_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const text of server.stdout) {
    const url = /^ready (\S+)/m.exec(String(text))?.[1]
    if (url) return { url, server }
  }
  throw new Error('the server ended before it was ready')
}

/** The reply fields that are used. */
interface Data {
  id: number
  authorisation: { token: string }
  run: { id: number }
  finished_at: string | null
}

/** Calls of the first administrator. */
async function signIn(url: string) {
  const send = async (path: string, body: unknown, token = '', method = 'POST') => {
    const reply = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return ((await reply.json()) as { data: Data }).data
  }
  const { authorisation } = await send('/auth/login', ADMIN)
  const { token } = authorisation
  return { token, send: (path: string, body: unknown, method?: string) => send(path, body, token, method) }
}
type Send = Awaited<ReturnType<typeof signIn>>['send']

/** Lists of sample leads, with labels and something suppressed. */
async function fill(send: Send): Promise<void> {
  const sample = async (type: string, name: string, search: object, limit: number) => {
    const list = await send('/api/campaigns', {
      type,
      name,
      search: { source: 'sample', ...search },
      limit,
      max_cost: 0,
    })
    for (;;) {
      const run = await send(`/api/runs/${list.run.id}`, null, 'GET')
      if (run.finished_at) return list.id as number
    }
  }
  const texts = async (type: string, id: number, prompt_type: string) => {
    const request = { selection: { filters: {} }, prompts: [{ prompt_type }] }
    const { run } = await send(`/api/${type}-results/${id}/ai`, request)
    while (!(await send(`/api/runs/${run.id}`, null, 'GET')).finished_at);
  }
  await sample('local', 'Breweries in Portland', { category: 'brewery' }, 128)
  const people = await sample('people', 'Heads of marketing', {}, 60)
  await texts('people', people, 'first_line')
  await sample('single', 'Partner websites', { domains: ['acme.example', 'beta.example'] }, 20)
  await send('/api/labels', { name: 'Call first', color: 'green' }).catch((error) =>
    console.error(String(error)),
  )
  await send('/api/suppression', { values: ['info@quiet.example', 'silent.example', '+12025550143'] })
}

/** What each picture shows: the path and the steps before it. */
const PICTURES: Record<string, (page: Page) => Promise<unknown>> = {
  'new-search': async (page) => {
    await page.goto('/lead-search/new-search')
    await page.getByRole('button', { name: /sample data/i }).waitFor()
    // Once for both colors: it stays dismissed.
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    if (await dismiss.isVisible()) await dismiss.click()
    await dismiss.waitFor({ state: 'detached' })
  },
  list: async (page) => {
    await page.goto('/saved-lists/local-1')
    await page.getByText('128 leads').first().waitFor()
  },
  lead: async (page) => {
    await page.goto('/saved-lists/local-1')
    await page.locator('tr[data-index="2"]').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/lead=\d+/)
  },
  'saved-lists': async (page) => {
    await page.goto('/lead-search/saved-lists')
    await page.getByText('Heads of marketing').first().waitFor()
  },
  import: async (page) => {
    await page.goto('/lead-search/import')
    await page
      .getByText(/Drop a CSV/)
      .first()
      .waitFor()
  },
  autopilot: async (page) => {
    await page.goto('/autopilot/create?list=1')
    await page.getByLabel('How often').selectOption('week')
    await page.getByRole('region', { name: 'Next runs' }).getByRole('listitem').first().waitFor()
  },
  'ai-review': async (page) => {
    await page.goto('/lead-search/ai-assistant?tab=review')
    await page.getByText('I came across').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).waitFor()
  },
  'crm-connections': async (page) => {
    await page.goto('/integration/crm')
    await page.getByRole('button', { name: 'Connect Zapier' }).waitFor()
  },
  suppression: async (page) => {
    await page.goto('/suppression')
    await page
      .getByText(/info@quiet.example/)
      .first()
      .waitFor()
  },
}

/** The page without frame as WebP, in the best quality that stays small. */
async function capture(page: Page, file: string): Promise<void> {
  const frame = await page.locator('#content').boundingBox()
  if (!frame) throw new Error('the page has no content')
  const devtools = await page.context().newCDPSession(page)
  for (let quality = 90; quality >= 30; quality -= 10) {
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      clip: { x: frame.x, y: frame.y, ...SIZE, scale: 1 },
    })
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length > MOST_BYTES) continue
    writeFileSync(join(FOLDER, file), bytes)
    console.log(`${file} ${bytes.length} bytes, quality ${quality}`)
    return
  }
  throw new Error(`${file} does not fit`)
}

/** Waits until nothing loads. */
async function settle(page: Page): Promise<void> {
  await page
    .locator('.mantine-Skeleton-root, [aria-busy=true], [data-stale]')
    .first()
    .waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

/** The list of the README with one lead open, with the frame. */
async function captureReadme(page: Page, scheme: Scheme): Promise<void> {
  await page.setViewportSize(README_SIZE)
  await PICTURES.lead?.(page)
  await settle(page)
  await page.screenshot({ path: join(README_FOLDER, fileOf('list', scheme, 'png')) })
  console.log(`README in ${scheme} colors`)
}

const fileOf = (name: string, scheme: Scheme, kind: string) =>
  scheme === 'light' ? `${name}.${kind}` : darkPicture(`${name}.${kind}`)

async function captureAll(url: string, token: string, names: string[], scheme: Scheme): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const context = await browser.newContext({
      baseURL: url,
      colorScheme: scheme,
      reducedMotion: 'reduce',
      locale: 'en-US',
    })
    const page = await context.newPage()
    await page.addInitScript(
      ([key, value]) => localStorage.setItem(key as string, value as string),
      [ACCESS_TOKEN_KEY, token],
    )
    await page.goto('/lead-search/saved-lists')
    const frame = await page.locator('#content').boundingBox()
    await page.setViewportSize({ width: SIZE.width + (frame?.x ?? 0), height: SIZE.height + (frame?.y ?? 0) })
    for (const name of names) {
      await PICTURES[name]?.(page)
      await settle(page)
      await capture(page, fileOf(name, scheme, 'webp'))
    }
    await captureReadme(page, scheme)
  } finally {
    await browser.close()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'help-pictures-'))
const { url, server } = await startServer(folder)
try {
  const { token, send } = await signIn(url)
  await fill(send)
  const wanted = process.argv.slice(2)
  for (const scheme of SCHEMES)
    await captureAll(url, token, wanted.length > 0 ? wanted : Object.keys(PICTURES), scheme)
} finally {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}
