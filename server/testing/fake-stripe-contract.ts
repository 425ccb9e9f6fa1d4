import { existsSync, readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import type { Params } from './fake-stripe-world.ts'

const SPEC = new URL('../../../shared/contracts/stripe/spec3-2024-04-10.pruned.json', import.meta.url)
/** Parameters of our API version that the older recorded contract lacks. */
const NEWER = ['billing_cycle_anchor', 'invoice_creation', 'proration_behavior']

/** Parses `a[b][0][c]=1` to an object. */
export function decode(text: string): Params {
  const root: Params = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.split(/[[\]]+/).filter(Boolean)
    let at: Params = root
    for (const [index, part] of path.slice(0, -1).entries()) {
      at[part] ??= /^\d+$/.test(path[index + 1] ?? '') ? [] : {}
      at = at[part]
    }
    at[path.at(-1) as string] = value
  }
  return root
}

/** Checks request bodies against the recorded contract, if it lies beside the repository. */
export function createContract() {
  const spec = existsSync(SPEC) ? JSON.parse(readFileSync(SPEC, 'utf8')) : null
  const ajv = new Ajv({
    strict: false,
    coerceTypes: 'array',
    allErrors: true,
    validateFormats: false,
    logger: false,
  })
  if (spec) ajv.addSchema({ $id: 'spec', components: spec.components })
  const known = new Map<string, ValidateFunction | null>()
  return (path: string, body: Params): string[] => {
    if (!spec) return []
    const name = Object.keys(spec.paths).find((key) =>
      new RegExp(`^${key.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )
    const schema =
      name && spec.paths[name].post?.requestBody?.content?.['application/x-www-form-urlencoded']?.schema
    if (!schema) return []
    if (!known.has(name)) {
      const text = JSON.stringify(schema).replaceAll('"#/components', '"spec#/components')
      known.set(name, ajv.compile(JSON.parse(text)))
    }
    const check = known.get(name) as ValidateFunction
    if (check(structuredClone(body))) return []
    return (check.errors ?? [])
      .filter(
        ({ instancePath, params }) =>
          !NEWER.some((text) => instancePath.includes(text) || params.additionalProperty === text),
      )
      .map(
        ({ instancePath, message, params }) => `${path}${instancePath} ${message} ${JSON.stringify(params)}`,
      )
  }
}
