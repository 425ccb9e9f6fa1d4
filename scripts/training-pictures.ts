import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { ACCESS_TOKEN_KEY } from '#contract/core/constants.ts'

/**
 * Takes the pictures of the built-in course from a running installation with sample data: node
 * scripts/training-pictures.ts http://127.0.0.1:3000 EMAIL PASSWORD. Use a separate account without lists: the
 * pictures show its data. They are cropped to the content, so that no brand is in them, and taken in light and in dark
 * colors.
 */

const FOLDER = join(import.meta.dirname, '../server/modules/branding/training/pictures')
const WIDTH = 1200
const MAX_BYTES = 60_000
/** The side bar is outside the content. */
const SIDE = 225

/** One picture: its page, and the steps before it. */
interface Shot {
  name: string
  height: number
  path: (list: number) => string
  prepare?: (page: Page) => Promise<unknown>
}

const openLead = async (page: Page) => {
  await page
    .getByRole('row', { name: /Select/ })
    .nth(1)
    .waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Lead' }).getByRole('heading').first().waitFor()
}

const SHOTS: readonly Shot[] = [
  {
    name: 'new-search',
    height: 640,
    path: () => '/lead-search/new-search?source=sample',
    prepare: (page) => page.getByText('Sample data').first().waitFor(),
  },
  {
    name: 'saved-lists',
    height: 420,
    path: () => '/lead-search/saved-lists',
    prepare: (page) => page.getByText('Breweries in Portland').first().waitFor(),
  },
  {
    name: 'list',
    height: 560,
    path: (list) => `/saved-lists/local-${list}`,
    prepare: (page) => page.getByText('50 leads').first().waitFor(),
  },
  { name: 'lead', height: 640, path: (list) => `/saved-lists/local-${list}`, prepare: openLead },
  {
    name: 'filters',
    height: 560,
    path: (list) => `/saved-lists/local-${list}`,
    prepare: (page) =>
      page
        .getByRole('row', { name: /Select/ })
        .nth(1)
        .waitFor(),
  },
  {
    name: 'verification',
    height: 300,
    path: () => '/lead-search/email-verification',
    prepare: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'suppression',
    height: 420,
    path: () => '/suppression',
    prepare: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
]

/** Every picture in both colors. */
const IN_BOTH = SHOTS.flatMap((shot) => [
  { ...shot, colorScheme: 'light' as const },
  { ...shot, name: `${shot.name}-dark`, colorScheme: 'dark' as const },
])

/** Runs in the page: converts a PNG to WebP of this quality, base64. */
const encode = `async ({ png, quality }) => {
  const image = new Image()
  image.src = 'data:image/png;base64,' + png
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas.toDataURL('image/webp', quality).split(',')[1]
}`

/** The picture as WebP, in the best quality its size limit allows. @throws Error when it stays too large */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  try {
    for (const quality of [0.9, 0.8, 0.7, 0.6, 0.5]) {
      const given = JSON.stringify({ png: png.toString('base64'), quality })
      const webp = Buffer.from(await page.evaluate<string>(`(${encode})(${given})`), 'base64')
      if (webp.length <= MAX_BYTES) return webp
    }
  } finally {
    await page.close()
  }
  throw new Error(`A picture is larger than ${MAX_BYTES} bytes at any quality`)
}

// biome-ignore lint/suspicious/noExplicitAny: replies of several calls, of which a field or two are read
async function call(url: string, path: string, token: string | null, body?: object): Promise<any> {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Creates a list of sample data. */
async function sampleList(url: string, token: string): Promise<number> {
  const request = {
    name: 'Breweries in Portland',
    type: 'local',
    limit: 50,
    search: { source: 'sample', category: 'brewery' },
  }
  const { data } = await call(url, '/api/campaigns', token, request)
  for (let run = data.run; !run.finished_at; ) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    run = (await call(url, `/api/runs/${data.run.id}`, token)).data
  }
  return data.id
}

/** Takes every picture again. @param token of a person with lead search */
export async function capturePictures({
  url,
  token,
  folder = FOLDER,
}: {
  url: string
  token: string
  folder?: string
}) {
  const list = await sampleList(url, token)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    for (const { name, height, path, prepare, colorScheme } of IN_BOTH) {
      const page = await browser.newPage({ viewport: { width: WIDTH + SIDE, height: height + 48 } })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.addInitScript(
        ([key, value]) => localStorage.setItem(key as string, value as string),
        [ACCESS_TOKEN_KEY, token],
      )
      await page.goto(url + path(list))
      await prepare?.(page)
      await page.locator('[aria-label^="Loading"]').first().waitFor({ state: 'detached' })
      // Rows and charts are rendered shortly after their data arrives.
      await page.waitForTimeout(500)
      const png = await page.screenshot({ clip: { x: SIDE, y: 48, width: WIDTH, height } })
      await writeFile(join(folder, `${name}.webp`), await toWebp(browser, png))
      await page.close()
    }
  } finally {
    await browser.close()
  }
}

if (import.meta.main) {
  const [url, email, password] = process.argv.slice(2)
  if (!url || !email || !password)
    throw new Error('Give the address of the installation, an email and a password')
  const { data } = await call(url, '/auth/login', null, { email, password })
  await capturePictures({ url, token: data.authorisation.token })
}
