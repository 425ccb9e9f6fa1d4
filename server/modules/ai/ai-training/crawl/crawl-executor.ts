import { trainingCrawlRun } from '#contract/activity/run-kinds/ai-training.ts'
import { defineExecutor, type RunContext } from '#server/modules/activity/runs/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { addCrawledPages } from './add-crawled-pages.ts'
import * as store from './crawl-store.ts'
import { type ReadPage, readWebsite } from './read-website.ts'
import { readStart } from './website-name.ts'

/** Why a website could not be read, and what to do. */
const PROBLEM_MESSAGES: Record<string, string> = {
  not_found: 'There is no website at this address. Check the spelling',
  unreachable: "The website doesn't answer. Try again later",
  bad_certificate: 'The website’s certificate isn’t valid. Open it in a browser to see why',
  timeout: 'The website took too long to respond. Try again later',
  blocked_address: 'This address is not on the public internet',
  refused_by_robots: 'The website blocks automated reading (robots.txt)',
  moved_elsewhere: 'The website has moved to another domain. Use that one',
  not_html: 'There is no web page at this address. Upload a document as a file',
  needs_cookies:
    'The website shows its pages only with cookies, which we don’t send. Add its text as a document',
  http_error: 'The website returned an error. Check the address, or try again later',
  no_text: 'There is no text on this page. It may need JavaScript, which we don’t run',
}

/** Pages written per step; the first ones at once, to show progress early. */
const TOGETHER = 20
const FIRST = 5

type CrawlContext = RunContext<typeof trainingCrawlRun>
type Counts = { added: number; changed: number; gone: number; same: number }

/** Buffers pages and writes them in steps of the run. Pages arrive two at a time, steps run one after the other. */
function createWriter(
  db: Db,
  context: CrawlContext,
  sofar: { position: number; counts: Counts; saved: Map<string, string> },
) {
  const { run } = context
  const place = { accountId: run.account_id, runId: run.id }
  const { counts, saved } = sofar
  let position = sofar.position
  let waiting: store.NewCrawlPage[] = []
  let writing = Promise.resolve()

  const flush = (): Promise<void> => {
    writing = writing.then(async () => {
      const pages = waiting
      waiting = []
      if (pages.length === 0) return
      await context.step(async () => {
        await store.insertCrawlPages(db, place, pages)
        const done = counts.added + counts.changed + counts.same
        return { done, total: run.input.pages, counts }
      })
    })
    return writing
  }

  const findChange = (url: string, digest: string): 'new' | 'changed' | 'same' => {
    const before = saved.get(url)
    if (before === undefined) return 'new'
    return before === digest ? 'same' : 'changed'
  }

  return {
    flush,
    async take({ url, title, text, links }: ReadPage): Promise<void> {
      const { body, found_language: language, tokens, instructions, digest } = text
      const change = findChange(url, digest)
      counts[change === 'new' ? 'added' : change] += 1
      position += 1
      waiting.push({ url, position, title, body, language, tokens, instructions, digest, change, links })
      if (waiting.length >= (position <= FIRST ? 1 : TOGETHER)) await flush()
    },
    async gone(urls: readonly string[]): Promise<void> {
      for (const url of urls) {
        position += 1
        counts.gone += 1
        const nothing = {
          title: url,
          body: '',
          language: 'simple',
          tokens: 0,
          instructions: [],
          digest: '',
          links: [],
        } as const
        waiting.push({ ...nothing, instructions: [], links: [], url, position, change: 'gone' })
      }
      await flush()
    },
  }
}

async function crawl(ctx: Context, context: CrawlContext) {
  const { run, signal } = context
  const { website, start, pages, refresh } = run.input
  const place = { accountId: run.account_id, runId: run.id }
  const sofar = await store.crawlSoFar(ctx.db, place)
  const stored = await store.savedPages(ctx.db, run.account_id, website)
  const saved = new Map(stored.flatMap(({ url, digest }) => (url ? [[url, digest] as const] : [])))
  const counts: Counts = { added: 0, changed: 0, gone: 0, same: 0 }
  for (const { change } of sofar.pages) counts[change === 'new' ? 'added' : change] += 1
  const writer = createWriter(ctx.db, context, { position: sofar.pages.at(-1)?.position ?? 0, counts, saved })
  const read = sofar.pages.filter(({ change }) => change !== 'gone')
  const outcome = await readWebsite(ctx.trainingCrawling, {
    ...readStart(start),
    pages,
    known: new Set(read.map(({ url }) => url)),
    digests: new Set(read.map(({ digest }) => digest)),
    links: sofar.links,
    saved: pages === 1 ? [] : [...saved.keys()],
    signal,
    take: writer.take,
  })
  const known = new Set(sofar.pages.map(({ url }) => url))
  await writer.flush()
  await writer.gone(outcome.gone.filter((url) => !known.has(url)))
  if (outcome.problem)
    throw new AppError(
      'source_failed',
      PROBLEM_MESSAGES[outcome.problem] ?? 'The website could not be read',
      {
        details: { code: outcome.problem },
      },
    )
  await context.step(async () => {
    await store.markGone(ctx.db, place)
    await store.recordRead(ctx.db, run.account_id, website)
    return {
      done: counts.added + counts.changed + counts.same,
      total: counts.added + counts.changed + counts.same,
      counts,
    }
  })
  if (refresh) await addCrawledPages(ctx, { ...place, userId: run.created_by, website, only: 'changed' })
}

/** Reads a website's pages, within its robots.txt, up to the requested number. */
export const trainingCrawlExecutor = (ctx: Context) =>
  defineExecutor(trainingCrawlRun, {
    run: (context) => crawl(ctx, context),
  })
