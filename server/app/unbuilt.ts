import type { FastifyInstance } from 'fastify'
import { UNBUILT_CALLS } from '#contract/unbuilt.ts'
import { AppError } from '#server/platform/errors.ts'
import { routerPath } from '#server/platform/http/mount.ts'

/** Gives every call that is not built yet its honest answer. */
export function addUnbuiltCalls(http: FastifyInstance): void {
  for (const [method, path] of UNBUILT_CALLS) {
    http.route({
      method,
      url: routerPath(path),
      handler: async () => {
        throw new AppError('not_available_yet', 'This is part of the product but not available yet')
      },
    })
  }
}
