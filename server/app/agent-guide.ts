import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/platform/context.ts'
import { brandOfHost } from './pages.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/agents.md'), 'utf8')
/** The product's name in the guide, its server in the examples, and the section about its command. */
const PRODUCT = 'Leadwright'
const EXAMPLE = 'https://leads.example.com'
const COMMAND = /<!-- command -->[\s\S]*?<!-- \/command -->\n*/g

/** The guide with a host's brand and address. Other brands leave out the command, because it has the product's name. */
function agentGuide(brand: string, origin: string): string {
  const text =
    brand === PRODUCT ? GUIDE.replaceAll(/<!-- \/?command -->\n*/g, '') : GUIDE.replace(COMMAND, '')
  return text.replaceAll(EXAMPLE, () => origin).replaceAll(PRODUCT, () => brand)
}

/** Serves the page that coding agents read first, at the usual path. */
export function addAgentGuide(http: FastifyInstance, ctx: Context): void {
  http.get('/llms.txt', async (request, reply) => {
    const { name } = await brandOfHost(ctx, request.hostname)
    return reply
      .headers({
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'private, no-cache',
        vary: 'Host',
      })
      .send(agentGuide(name, `${request.protocol}://${request.host}`))
  })
}
