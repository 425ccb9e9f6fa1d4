import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { addTrainingPage } from '../files-and-pages.ts'
import { splitPassages } from '../text/split-passages.ts'
import { type CrawlPageRow, readCrawlPages } from './crawl-store.ts'

/** Pages held in memory at a time. */
const AT_ONCE = 50

const makePrepared = ({ body, tokens, language, instructions, digest }: CrawlPageRow) => ({
  body,
  tokens,
  instructions,
  digest,
  found_language: language,
  passages: splitPassages(body),
})

interface AddRequest {
  accountId: number
  userId: number | null
  runId: number
  website: string
  /** Page addresses; all when absent. */
  links?: readonly string[]
  only?: 'changed'
}

/**
 * Adds pages of a crawl to the training, all or none; returns how many.
 * @throws AppError conflict when tokens are insufficient.
 */
export const addCrawledPages = (
  ctx: Context,
  { accountId, userId, runId, website, links, only }: AddRequest,
): Promise<number> =>
  transaction(ctx.db, async () => {
    let saved = 0
    for (let after = 0; ; ) {
      const pages = await readCrawlPages(ctx.db, { accountId, runId }, { links, after, limit: AT_ONCE })
      for (const page of pages) {
        if (only && page.change !== only) continue
        await addTrainingPage(
          ctx,
          { accountId, userId },
          { url: page.url, website, title: page.title, text: makePrepared(page) },
        )
        saved += 1
      }
      if (pages.length < AT_ONCE) return saved
      after = pages.at(-1)?.position ?? after
    }
  })
