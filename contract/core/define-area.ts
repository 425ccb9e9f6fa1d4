import * as z from 'zod/mini'
import { IdParam } from './common.ts'
import { type Access, type Draft, defineEndpoint, type Endpoint, type Schema } from './endpoint.ts'
import type { ApiScope } from './scopes.ts'

const IdParams = z.object({ id: IdParam })

/** What the endpoints of an area share; each of them may differ. */
interface Area {
  tag: string
  access: Access
  /** What changes need from an API key; a GET needs `read`. In an area of administrators all need `admin`. */
  scope?: 'write' | 'admin'
}

type AreaDraft<P, Q, B, R> = Omit<Draft<P, Q, B, R>, 'method' | 'path' | 'tag' | 'access' | 'scope'> & {
  tag?: string
  access?: Access
  /** `null`: only a person who has signed in can call it. */
  scope?: ApiScope | null
}

type ParamsOf<Path, P> = P extends Schema
  ? P
  : Path extends `${string}{id}${string}`
    ? typeof IdParams
    : undefined

/**
 * Declares endpoints of an area: `api.get(path, draft)` and the same for the other methods; `api.create` is a POST that
 * answers 201. The only parameter `{id}` of a path needs no schema, and whatever has parameters may answer `not_found`.
 */
export function defineArea({ scope, ...area }: Area) {
  const define = (method: Endpoint['method'], status?: 201) => {
    const shared = method === 'GET' && scope === 'write' ? 'read' : scope
    return <
      const Path extends string,
      P extends Schema | undefined = undefined,
      Q extends Schema | undefined = undefined,
      B extends Schema | undefined = undefined,
      R extends Schema | undefined = undefined,
    >(
      path: Path,
      draft: AreaDraft<P, Q, B, R>,
    ): Endpoint<ParamsOf<Path, P>, Q, B, R> => {
      const { params, errors, scope: own, ...rest } = draft
      const hasParams = path.includes('{')
      return defineEndpoint({
        method,
        path,
        ...(status && { status }),
        scope: own === undefined ? shared : (own ?? undefined),
        ...area,
        ...rest,
        params: params ?? (hasParams ? IdParams : undefined),
        errors: hasParams ? ['not_found', ...(errors ?? [])] : errors,
      } as Draft<ParamsOf<Path, P>, Q, B, R>)
    }
  }
  return {
    get: define('GET'),
    post: define('POST'),
    create: define('POST', 201),
    put: define('PUT'),
    delete: define('DELETE'),
  }
}
