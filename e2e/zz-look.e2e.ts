import { mkdir } from 'node:fs/promises'
import { afterAll, beforeAll, it } from 'vitest'
import { createService } from '#contract/leads/services.ts'
import { saveAuditPage, createAudit } from '#contract/prospecting/audits.ts'
import { createForm } from '#contract/prospecting/forms.ts'
import { createReseller } from '#contract/accounts/resellers.ts'
import { startSampleWebsites } from '#server/testing/sample-websites.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { testApp } from '#server/testing/test-app.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'
let t: any
let url: string
let websites: any
beforeAll(async () => {
  websites = await startSampleWebsites({ 'old.example': { '/': '<title>Old</title><p>Write to us. © 2015 <a href="/gone">x</a></p>' } })
  t = await testApp({ hostMap: websites.hostMap, crawl: { delayMs: 0 } })
  url = await listen(t)
})
afterAll(async () => { await closeProfiles(url); await t?.close(); await websites?.close() })
it('looks', async () => {
  const admin = await t.admin()
  const owner = await t.account({ modules: ['leads', 'ai_suggest', 'whitelabel'] })
  await t.call(createReseller, { body: { owner_email: owner.email, brand_name: 'Fox Leads', domain: 'fox.example' } }, admin)
  const list = await seedList(t, owner, { type: 'local' })
  await t.call(createService, { body: { name: 'Web design', template: 'web_design' } }, owner)
  await t.call(createService, { body: { name: 'Care', signals: [{ signal: 'broken_links', at_least: 3 }, { signal: 'opened', within_days: 90 }, {signal: 'languages', lacks: 'English'}] } }, owner)
  const saved = await t.call(saveAuditPage, { body: { is_on: true, list_id: list.id } as never }, owner)
  console.log(saved.status, JSON.stringify(saved.body).slice(0, 300))
  const audit = await t.call(createAudit, { body: { site: 'fox.example', website: 'old.example' } as never }, owner)
  console.log(audit.status, JSON.stringify(audit.body).slice(0, 300))
  const form = await t.call(createForm, { body: { name: 'Contact us', list_id: list.id, fields: [{ field: 'name', label: 'Company', required: true }, { field: 'email', label: 'Email', required: true }], consent: 'You may call me.' } as never }, owner)
  console.log(form.status, JSON.stringify(form.body ?? form.error).slice(0, 200))
  const pages = process.env.PAGES!.split(' ').map((p) => p.replace('LIST', `local-${list.id}`).replace('FORM', String(form.body.data?.id)).replace('KEY', String(form.body.data?.key)))
  for (const [width, scheme] of [[1280, 'light'], [390, 'dark']] as const) {
    const { page, close } = await openPage(url, { as: owner })
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    for (const path of pages) {
      await page.goto(path)
      await new Promise((r) => setTimeout(r, 2500))
      await mkdir('/tmp/look', { recursive: true })
      await page.screenshot({ path: `/tmp/look/${path.replace(/[^\w]+/g, '_')}-${width}.png`, fullPage: true }).catch((e: any) => console.log(path, String(e).slice(0, 100)))
    }
    await close()
  }
}, 400000)
