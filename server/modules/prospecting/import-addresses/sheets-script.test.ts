import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { importDeliveries, renewImportAddress } from '#contract/prospecting/import-addresses.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await sharedWebApp()
})
afterAll(() => t.close())

const SCRIPT = readFileSync(join(process.cwd(), 'docs/examples/sheets-import.gs'), 'utf8')

interface Sent {
  url: string
  options: { method: 'post'; contentType: string; headers: Record<string, string>; payload: string }
}

/**
 * Runs the script on a sheet. `UrlFetchApp` answers at once there, so a reply that is not yet known ends the script,
 * and it runs again with it.
 */
async function runOn(cells: string[][], address: string): Promise<Sent[]> {
  const answers: { status: number; text: string }[] = []
  for (;;) {
    const sheet = cells.map((row) => [...row])
    const sent: Sent[] = []
    const context = createContext({
      console,
      SpreadsheetApp: {
        getActiveSpreadsheet: () => ({
          getActiveSheet: () => ({
            getDataRange: () => ({ getDisplayValues: () => sheet.map((row) => [...row]) }),
            getRange: (row: number, column: number) => ({
              setValue: (value: string) => {
                const line = sheet[row - 1] as string[]
                line[column - 1] = value
              },
            }),
          }),
        }),
      },
      Utilities: {
        DigestAlgorithm: { SHA_256: 'sha256' },
        Charset: { UTF_8: 'utf8' },
        computeDigest: (name: string, text: string) => [...createHash(name).update(text).digest()],
        base64EncodeWebSafe: (bytes: number[]) =>
          Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
      },
      UrlFetchApp: {
        fetch(url: string, options: Sent['options']) {
          sent.push({ url, options })
          const answer = answers[sent.length - 1]
          if (!answer) throw new Error('not answered yet')
          return { getResponseCode: () => answer.status, getContentText: () => answer.text }
        },
      },
    })
    const text = SCRIPT.replace('https://YOUR.DOMAIN/api/in/YOUR_KEY', address).replace(
      'AT_ONCE = 500',
      'AT_ONCE = 2',
    )
    try {
      runInContext(`${text}\nsendRows()`, context)
      cells.splice(0, cells.length, ...sheet)
      return sent
    } catch (error) {
      if ((error as Error).message !== 'not answered yet') throw error
      const { url, options } = sent.at(-1) as Sent
      const answer = await t.app.http.inject({
        method: 'POST',
        url: new URL(url).pathname,
        headers: { 'content-type': options.contentType, ...options.headers },
        payload: options.payload,
      })
      answers.push({ status: answer.statusCode, text: answer.body })
    }
  }
}

it('hands in the rows of a sheet once each, and writes what became of them', async () => {
  const user = await t.account()
  const { id } = await seedList(t, user, { type: 'people' })
  const renewed = await t.call(renewImportAddress, { params: { id }, body: {} }, user)
  const { address } = renewed.body.data
  const cells = [
    ['Name', 'Email', 'Company'],
    ['Anna Quill', 'anna@quill.example', 'Quill Ltd'],
    ['', '', ''],
    ['Bo Reed', 'bo@reed.example', 'Reed Ltd'],
    ['', '', 'Nobody Ltd'],
  ]
  expect(await runOn(cells, address)).toHaveLength(2)
  expect(cells.map((row) => row[3])).toEqual([
    'Lead',
    'added',
    undefined,
    'added',
    expect.stringMatching(/^refused: A row needs a name/),
  ])
  const found = await t.call(leads, { params: { type: 'people', id }, body: {} }, user)
  expect(found.body.data.map(({ values }) => values.name).sort()).toEqual(['Anna Quill', 'Bo Reed'])
  // Nothing is open any more; a row that is emptied is sent again, and joined.
  expect(await runOn(cells, address)).toEqual([])
  cells[1]?.splice(3, 1, '')
  expect(await runOn(cells, address)).toHaveLength(1)
  expect(cells[1]?.[3]).toBe('joined')
  expect((await t.call(importDeliveries, { params: { id } }, user)).body.total).toBe(3)
})
