import { expect, it } from 'vitest'
import { saveWebsiteLinks, websiteLinks } from '#contract/ai/ai-training.ts'
import { checkCrawledStatus, crawlTrainingWebsite } from '#contract/ai/ai-training-websites.ts'
import { pageSite } from '#server/testing/page-site.ts'
import { startSampleWebsites } from '#server/testing/sample-websites.ts'
import { testApp } from '#server/testing/test-app.ts'

it('a site of 4,000 pages gives exactly the requested number', async () => {
  const websites = await startSampleWebsites({ 'huge.example': pageSite(4000) })
  const t = await testApp({ hostMap: websites.hostMap, crawl: { delayMs: 0 } })
  try {
    const owner = await t.account({ modules: ['leads', 'ai_suggest'] })
    for (const pages of [250, 3999, 4000, 5000]) {
      const body = { website: 'huge.example', pages }
      const { jobId: job_id } = (await t.call(crawlTrainingWebsite, { body }, owner)).body.data
      await t.finished(job_id, owner)
      const { data } = (await t.call(checkCrawledStatus, { query: { job_id } }, owner)).body
      const links = data.linksData.crawled_link_entries_temp
      const wanted = Math.min(pages, 4000)
      expect([data.status, data.pages, new Set(links.map(({ link }) => link)).size]).toEqual([
        ...['completed', wanted],
        wanted,
      ])
      if (pages !== 4000) continue
      await t.call(saveWebsiteLinks, { body: { job_id } }, owner)
      expect((await t.call(websiteLinks, {}, owner)).body.total).toBe(4000)
    }
  } finally {
    await t.close()
    await websites.close()
  }
})
