import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildPath, type Endpoint } from '#contract/core/endpoint.ts'

/** Says on every reply of a deprecated endpoint since when and until when (RFC 9745, RFC 8594), and what to call instead. */
export function announceRemoval(
  { deprecated }: Pick<Endpoint, 'deprecated'>,
  request: Pick<FastifyRequest, 'params'>,
  reply: Pick<FastifyReply, 'headers'>,
): void {
  if (!deprecated) return
  const { since, removal, instead } = deprecated
  const successor = buildPath(instead, request.params as Record<string, unknown>)
  reply.headers({
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(removal).toUTCString(),
    link: `<${successor}>; rel="successor-version"`,
  })
}
