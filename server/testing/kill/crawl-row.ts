import { expect } from 'vitest'
import { saveWebsiteLinks, websiteLinks } from '#contract/ai/ai-training.ts'
import { checkCrawledStatus, crawlTrainingWebsite } from '#contract/ai/ai-training-websites.ts'
import { createGate } from '../gate.ts'
import { ended, runThat } from '../http-call.ts'
import { pageSite } from '../page-site.ts'
import { type SampleWebsites, startSampleWebsites } from '../sample-websites.ts'
import { type KillRow, made, until, type World } from './world.ts'

const HOST = 'long.example'
const PAGES = 60
const WANTED = 50
/** This many respond at once; the others wait until the program was killed. */
const ANSWERED_AT_ONCE = 30
/** Stored by then: the first five one by one, then twenty together. */
const WRITTEN = 25

/** A website that is crawled for the AI. */
export function createCrawlRow(): KillRow {
  const gate = createGate()
  let websites: SampleWebsites
  let [job_id, seen] = [0, 0]
  let before: string[] = []
  const linksOf = async ({ call, admin }: World) => {
    const { data } = (await call(checkCrawledStatus, { query: { job_id } }, admin)).body
    const links = data.linksData.crawled_link_entries_temp.map(({ link }) => link)
    return { status: data.status, pages: data.pages, links }
  }
  return {
    title: 'a crawl for the AI: continues, stores each page once and reads none again',
    async prepare() {
      const site = Object.entries(pageSite(PAGES)).map(
        ([path, html], index) =>
          [path, index < ANSWERED_AT_ONCE ? html : gate.behind(html as string)] as const,
      )
      websites = await startSampleWebsites({ [HOST]: Object.fromEntries(site) })
      return { HOST_MAP: websites.hostMap }
    },
    async start(world) {
      const { call, admin } = world
      const body = { website: HOST, pages: WANTED }
      job_id = made(await call(crawlTrainingWebsite, { body }, admin)).jobId
      await runThat(call, job_id, admin, (run) => run.done >= WRITTEN)
      await until('a page is held back', () => gate.waiting() > 0)
      before = (await linksOf(world)).links
      return [job_id]
    },
    release() {
      seen = websites.requests.length
      gate.open()
    },
    async check(world) {
      const { call, admin } = world
      await ended(call, job_id, admin)
      const { links, ...after } = await linksOf(world)
      expect(after).toEqual({ status: 'completed', pages: WANTED })
      expect([links.length, new Set(links).size]).toEqual([WANTED, WANTED])
      expect(links.slice(0, before.length)).toEqual(before)
      const again = websites.requests
        .slice(seen)
        .filter((request) => before.includes(`https://${request}`) && request !== `${HOST}/`)
      expect(again).toEqual([])
      await call(saveWebsiteLinks, { body: { job_id } }, admin)
      expect((await call(websiteLinks, {}, admin)).body.total).toBe(WANTED)
    },
    async close() {
      gate.open()
      await websites?.close()
    },
  }
}
