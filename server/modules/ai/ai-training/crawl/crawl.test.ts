import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelRun } from '#contract/activity/runs.ts'
import { saveWebsiteLinks, showTraining, websiteLinks } from '#contract/ai/ai-training.ts'
import {
  type CrawlJob,
  checkCrawledStatus,
  crawlTrainingLink,
  crawlTrainingWebsite,
  scheduleTrainingWebsite,
  searchTrainingPassages,
  trainingWebsites,
} from '#contract/ai/ai-training-websites.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createGate } from '#server/testing/gate.ts'
import { pageSite, wordsOfPage } from '#server/testing/page-site.ts'
import { type SamplePage, type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { startDueRefreshes } from './refresh-websites.ts'

const html = (title: string, body: string) =>
  `<html><head><title>${title}</title></head><body><main>${body}</main></body></html>`
const page = (content: string, links: readonly string[] = []) =>
  html(content, `<p>${content}</p>${links.map((link) => `<a href="${link}">x</a>`).join('')}`)

/** Changes between two crawls. */
const changing: Record<string, SamplePage> = {}
const gate = createGate()
let t: TestApp
let websites: SampleWebsites
let owner: TestUser
beforeAll(async () => {
  websites = await startSampleWebsites({
    'large.example': pageSite(100),
    'changing.example': changing,
    'closed.example': { '/robots.txt': 'User-agent: *\nDisallow: /', '/': page('Closed') },
    'half-closed.example': {
      '/robots.txt': 'User-agent: *\nDisallow: /private',
      '/': page('Open', ['/private/a', '/b']),
      '/private/a': page('Private'),
      '/b': page('Also open'),
    },
    'twins.example': {
      '/': page('First', ['/same-1', '/same-2', '/empty', '/file', '/last', 'https://blog.twins.example/']),
      '/same-1': page('The same words'),
      '/same-2': page('The same words'),
      '/empty': html('Empty', '<script>document.write(1)</script>'),
      '/file': (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/octet-stream' })
        response.end('bytes')
      },
      '/last': page('Last'),
    },
    'blog.twins.example': { '/': page('Another host') },
    'slow.example': { '/': page('Start', ['/never']), '/never': gate.behind(page('Never')) },
  })
  t = await testApp({ hostMap: websites.hostMap, crawl: { delayMs: 0 } })
  owner = await t.account({ modules: ['leads', 'ai_suggest'] })
})
afterAll(async () => {
  gate.open()
  await t.close()
  await websites.close()
})

const account = () => t.account({ modules: ['leads', 'ai_suggest'] })
const status = async (id: number, as = owner): Promise<CrawlJob> =>
  (await t.call(checkCrawledStatus, { query: { job_id: id } }, as)).body.data
async function crawl(website: string, pages: number, as = owner): Promise<CrawlJob> {
  const started = await t.call(crawlTrainingWebsite, { body: { website, pages } }, as)
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  await t.finished(started.body.data.jobId, as)
  return status(started.body.data.jobId, as)
}
const links = (job: CrawlJob) => job.linksData.crawled_link_entries_temp
const pathsOf = (job: CrawlJob) => links(job).map(({ link }) => new URL(link).pathname)

describe('a website', () => {
  it('of 100 pages gives exactly the requested number', async () => {
    for (const wanted of [1, 37]) {
      const job = await crawl('large.example', wanted)
      expect([job.status, job.pages, links(job).length]).toEqual(['completed', wanted, wanted])
      expect(new Set(pathsOf(job)).size).toBe(wanted)
    }
    const all = await crawl('large.example', 150)
    expect([all.pages, all.requested, links(all).length]).toEqual([100, 150, 100])
  })

  it('gives each page its main text, without navigation and hidden parts', async () => {
    const me = await account()
    const job = await crawl('https://www.large.example/', 3, me)
    const saved = await t.call(saveWebsiteLinks, { body: { job_id: job.jobId } }, me)
    expect(saved.body).toEqual({ data: { saved: 3 }, message: '3 pages added' })
    const { data } = (await t.call(websiteLinks, { query: { search: 'article-2' } }, me)).body
    expect(data).toMatchObject([{ title: 'Article 2', website: 'large.example', instructions: [] }])
    const { text } = (await t.call(showTraining, { params: { id: data[0]!.id } }, me)).body.data
    expect(text).toContain(wordsOfPage(2))
    expect(text).not.toMatch(/Imprint|Ignore/)
    const [found] = (await t.call(searchTrainingPassages, { query: { query: 'wagons year 1002' } }, me)).body
      .data
    expect(found).toMatchObject({ kind: 'page', url: expect.stringMatching(/article-2$/) })
  })

  it('skips pages without text, duplicates, files and other hosts', async () => {
    const job = await crawl('twins.example', 3)
    expect(pathsOf(job).sort()).toEqual(['/', '/last', '/same-1'])
    expect((await crawl('twins.example', 10)).pages).toBe(3)
  })

  it('is read only as its robots.txt allows', async () => {
    expect(await crawl('closed.example', 5)).toMatchObject({
      status: 'failed',
      problem: 'The website blocks automated reading (robots.txt)',
      linksData: { crawled_link_entries_temp: [] },
    })
    expect(pathsOf(await crawl('half-closed.example', 5)).sort()).toEqual(['/', '/b'])
  })

  it('must be public', async () => {
    for (const website of [
      'http://127.0.0.1/',
      'http://localhost',
      'http://10.0.0.1',
      'ftp://a.example',
      'x',
      'http://a.example:8080',
    ]) {
      const { status } = await t.call(crawlTrainingWebsite, { body: { website, pages: 2 } }, owner)
      expect([website, status]).toEqual([website, 422])
    }
  })

  it('can be stopped; pages read so far can still be chosen', async () => {
    const me = await account()
    const started = await t.call(crawlTrainingWebsite, { body: { website: 'slow.example', pages: 5 } }, me)
    const { jobId: job_id, linksData } = started.body.data
    expect(linksData.crawled_link_entries_temp).toMatchObject([{ link: 'https://slow.example/' }])
    await expect.poll(async () => (await status(job_id, me)).pages).toBe(1)
    await t.call(cancelRun, { params: { id: job_id } }, me)
    await t.finished(job_id, me)
    const job = await status(job_id, me)
    expect([job.status, pathsOf(job)]).toEqual(['cancelled', ['/']])
    expect((await t.call(saveWebsiteLinks, { body: { job_id } }, me)).status).toBe(201)
  })
})

describe('one link', () => {
  it('is read alone, whatever it links to', async () => {
    const { body } = await t.call(
      crawlTrainingLink,
      { body: { link: 'large.example/article-17#more' } },
      owner,
    )
    await t.finished(body.data.jobId, owner)
    const job = await status(body.data.jobId)
    expect(links(job)).toMatchObject([
      { link: 'https://large.example/article-17', title: 'Article 17', change: 'new' },
    ])
  })

  it('that does not exist says so', async () => {
    const { body } = await t.call(crawlTrainingLink, { body: { link: 'large.example/nowhere' } }, owner)
    await t.finished(body.data.jobId, owner)
    expect(await status(body.data.jobId)).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('error'),
    })
  })
})

describe('reading a website again', () => {
  const first = () =>
    Object.assign(changing, {
      '/': page('Home', ['/stays', '/changes', '/goes']),
      '/stays': page('This stays'),
      '/changes': page('Open on Mondays'),
      '/goes': page('This goes'),
    })
  const second = () => {
    delete changing['/goes']
    changing['/'] = page('Home', ['/stays', '/changes', '/arrives'])
    changing['/changes'] = page('Open on Tuesdays')
    changing['/arrives'] = page('This arrives')
  }
  const texts = async (me: TestUser, query: string) =>
    (await t.call(searchTrainingPassages, { query: { query } }, me)).body.data.map(({ text }) => text)

  it('reports new, changed and removed pages', async () => {
    const me = await account()
    first()
    const before = await crawl('changing.example', 10, me)
    expect(before.counts).toEqual({ new: 4, changed: 0, same: 0, gone: 0 })
    await t.call(saveWebsiteLinks, { body: { job_id: before.jobId } }, me)
    second()
    const after = await crawl('changing.example', 10, me)
    const changes = Object.fromEntries(
      links(after).map(({ link, change }) => [new URL(link).pathname, change]),
    )
    expect(changes).toEqual({
      '/': 'same',
      '/stays': 'same',
      '/changes': 'changed',
      '/goes': 'gone',
      '/arrives': 'new',
    })
    expect(await texts(me, 'goes')).toEqual([])
    expect(await texts(me, 'Open')).toEqual(['Open on Mondays'])
    const chosen = links(after)
      .filter(({ change }) => change === 'changed')
      .map(({ link }) => link)
    await t.call(saveWebsiteLinks, { body: { job_id: after.jobId, links: chosen } }, me)
    expect(await texts(me, 'Open')).toEqual(['Open on Tuesdays'])
    expect((await t.call(websiteLinks, {}, me)).body.data.filter(({ is_gone }) => is_gone)).toMatchObject([
      { title: 'This goes' },
    ])
  })

  it('happens on schedule, applies changes and leaves new pages to be chosen', async () => {
    const me = await account()
    first()
    const before = await crawl('changing.example', 10, me)
    await t.call(saveWebsiteLinks, { body: { job_id: before.jobId } }, me)
    const [website] = (await t.call(trainingWebsites, {}, me)).body.data
    expect(website).toMatchObject({
      website: 'changing.example',
      pages: 4,
      refresh_days: 0,
      next_refresh_at: null,
    })
    const schedule = { params: { id: website!.id }, body: { refresh_days: 7 } }
    expect((await t.call(scheduleTrainingWebsite, schedule, me)).body.message).toBe('Refresh scheduled')
    second()
    const startDue = (now: Date) => startDueRefreshes(t.app.ctx, now)
    const due = async () => (await t.call(trainingWebsites, {}, me)).body.data[0]!
    await startDue(new Date(Date.parse((await due()).next_refresh_at as string) - 1000))
    expect((await due()).last_job_id).toBe(before.jobId)
    const at = new Date(Date.parse((await due()).next_refresh_at as string) + 1000)
    await Promise.all([startDue(at), startDue(at), startDue(at)])
    const { last_job_id } = await due()
    expect(last_job_id).not.toBe(before.jobId)
    await t.finished(last_job_id as number, me)
    expect(await texts(me, 'Open')).toEqual(['Open on Tuesdays'])
    expect([await texts(me, 'goes'), await texts(me, 'arrives')]).toEqual([[], []])
  })

  it('continues past websites that cannot start: closed accounts, missing rights or faults', async () => {
    first()
    const { pool } = t.app.database
    const startDue = (now: Date) => startDueRefreshes(t.app.ctx, now)
    const users = [
      await account(),
      await account(),
      await account(),
      await account(),
      await account(),
    ] as const
    for (const user of users) {
      await crawl('changing.example', 10, user)
      const [website] = (await t.call(trainingWebsites, {}, user)).body.data
      await t.call(scheduleTrainingWebsite, { params: { id: website!.id }, body: { refresh_days: 7 } }, user)
    }
    const [closed, barred, refused, faulty, fine] = users
    const of = async ({ accountId }: TestUser) =>
      (await pool.query('select * from ai_training_website where account_id = $1', [accountId])).rows[0]
    const before = await Promise.all(users.map(of))
    await pool.query('update account set closed_at = now(), delete_at = now() where id = $1', [
      closed.accountId,
    ])
    await pool.query("update account set modules = '{leads}' where id = $1", [barred.accountId])
    await pool.query("update ai_training_website set start = 'not an address' where account_id = $1", [
      faulty.accountId,
    ])
    await pool.query(
      "update ai_training_website set start = 'https://a:b@c.example/' where account_id = $1",
      [refused.accountId],
    )
    const at = new Date(Number((await of(fine)).next_refresh_at) + 1000)
    await expect(startDue(at)).rejects.toThrow(/^2 of 4 websites failed, the others are done: /)
    const after = await Promise.all(users.map(of))
    const hasRun = after.map(({ last_run_id }, place) => last_run_id !== before[place].last_run_id)
    expect(hasRun).toEqual([false, false, false, false, true])
    const waits = after.map(({ next_refresh_at }) => next_refresh_at > at)
    expect(waits).toEqual([false, true, true, false, true])
    await t.finished((await of(fine)).last_run_id, fine)
  })
})

it('a crawl is not visible to other accounts', async () => {
  const job = await crawl('twins.example', 1)
  const other = await account()
  expect((await t.call(checkCrawledStatus, { query: { job_id: job.jobId } }, other)).status).toBe(404)
  expect((await t.call(saveWebsiteLinks, { body: { job_id: job.jobId } }, other)).status).toBe(404)
})
