import { type Plugin, parseAst } from 'vite'

/** The parts of an endpoint the browser needs. The server validates replies and addresses. */
const KEPT = new Set(['name', 'method', 'path', 'kind', 'idempotent', 'reads', 'changes'])

interface Node {
  type: string
  start: number
  end: number
}
interface Property extends Node {
  /** Absent where another object is spread. */
  key?: Node & { name?: string }
  value: Node
}
interface Call extends Node {
  callee: Node & { name?: string }
  arguments: (Node & { properties?: Property[] })[]
}
interface Declaration extends Node {
  declaration?: Declaration | null
  kind?: string
  declarations?: { id: Node; init: (Node & Partial<Call>) | null }[]
}

/** The endpoint as an object that builds its body schema only when a form needs it. */
function lightEndpoint(properties: Property[], code: string): string {
  const textOf = ({ start, end }: Node) => code.slice(start, end)
  const kept = properties.filter(({ key }) => !key || KEPT.has(key.name ?? '')).map(textOf)
  if (!properties.some(({ key }) => key?.name === 'kind')) kept.unshift(`kind: 'json'`)
  const body = properties.find(({ key }) => key?.name === 'body')
  if (body)
    kept.push(
      `get body() { const value = ${textOf(body.value)}; Object.defineProperty(this, 'body', { value }); return value }`,
    )
  return `{ ${kept.join(', ')} }`
}

/**
 * The source of a contract module for the browser: endpoints without replies, parameters and documentation, and
 * every constant marked side-effect free so that the bundle drops unused ones.
 */
export function lightContract(code: string): string {
  const { body } = parseAst(code, { lang: 'ts' }) as unknown as { body: Declaration[] }
  let light = code
  const constants = body
    .map((one) => one.declaration ?? one)
    .filter(({ type, kind }) => type === 'VariableDeclaration' && kind === 'const')
    .flatMap(({ declarations }) => declarations ?? [])
  for (const { init } of constants.reverse()) {
    if (!init || !/\(/.test(code.slice(init.start, init.end)) || /Function/.test(init.type)) continue
    const [draft] = init.callee?.name === 'defineEndpoint' ? (init.arguments ?? []) : []
    const text = draft?.properties
      ? lightEndpoint(draft.properties, code)
      : `/* @__PURE__ */ (() => (${code.slice(init.start, init.end)}))()`
    light = light.slice(0, init.start) + text + light.slice(init.end)
  }
  return light
}

/** Gives the web application the contract without its server-only parts. */
export const contractPlugin: Plugin = {
  name: 'contract',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]contract[\\/].*(?<!\.test)\.ts$/ },
    handler: (code) => ({ code: lightContract(code), map: null }),
  },
}
