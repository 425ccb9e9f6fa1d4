/** A forbidden direction of imports. All patterns match paths below the root. */
export interface ImportRule {
  name: string
  /** The importing files. `$1` in the `to` patterns is this pattern's first group. */
  from: RegExp
  fromExcept?: RegExp
  /** What they may not import: a path, `npm:<package>` or `node:<module>`. */
  to: string
  toExcept?: string
  /** The alternative, shown with every violation. */
  remedy: string
}

const TEST_FILE = /\.(test|soak)\.tsx?$/
/** Code that never ships and may use factories and fakes. */
const NEVER_SHIPS = /\.(test|soak)\.tsx?$|^(server|web)\/testing\/|^(e2e|bench)\//

/** Allowed directions of imports, from the whole to the parts. Reasons: docs/architecture.md. */
export const IMPORT_RULES: readonly ImportRule[] = [
  {
    name: 'product-never-imports-tools',
    from: /^(contract|server|web|cli)\//,
    to: '^(scripts|bench|e2e)/',
    remedy: 'Move the shared piece into the tree that ships and let the tool import it from there.',
  },
  {
    name: 'testing-only-from-tests',
    from: /^/,
    fromExcept: NEVER_SHIPS,
    to: '\\.test\\.tsx?$|^(server|web)/testing/',
    remedy: 'Move what production needs out of the test or testing folder; tests may then import it.',
  },
  {
    name: 'contract-is-a-leaf',
    from: /^contract\//,
    to: '^(server|web|cli)/',
    remedy: 'Declare the shape or constant in contract/ and import it from the other side.',
  },
  {
    name: 'contract-imports-only-zod',
    from: /^contract\//,
    fromExcept: TEST_FILE,
    to: '^(npm|node):',
    toExcept: '^npm:zod$',
    remedy: 'The contract runs in the browser, the server and the CLI: keep I/O and libraries out of it.',
  },
  {
    name: 'web-never-server',
    from: /^web\//,
    to: '^(server|cli)/',
    remedy:
      'Ask the server through an endpoint of contract/; move shared constants and schemas to contract/.',
  },
  {
    name: 'server-never-web',
    from: /^server\//,
    to: '^(web|cli)/',
    remedy: 'Move what both need to contract/.',
  },
  {
    name: 'cli-is-a-client',
    from: /^cli\//,
    fromExcept: TEST_FILE,
    to: '^(server|web)/',
    remedy: 'The command line speaks to a running server: call an endpoint of contract/ or start a process.',
  },
  {
    name: 'platform-knows-no-product',
    from: /^server\/platform\//,
    to: '^server/(modules|providers|website-reader|app)/|^server/main\\.ts$',
    remedy: 'Pass the product-specific part in as an argument from server/app.',
  },
  {
    name: 'website-reader-knows-platform-only',
    from: /^server\/website-reader\//,
    to: '^server/(modules|providers|app)/|^server/main\\.ts$',
    remedy: 'Declare the type in the reader, or take the value as an argument: whoever reads passes it in.',
  },
  {
    name: 'website-reader-only-by-its-index',
    from: /^server\/(modules|providers|app)\/|^server\/main\.ts$/,
    to: '^server/website-reader/',
    toExcept: '^server/website-reader/index\\.ts$',
    remedy: "Import from the reader's index.ts; export the missing name there.",
  },
  {
    name: 'providers-know-no-module',
    from: /^server\/providers\//,
    to: '^server/(modules|app)/|^server/main\\.ts$',
    remedy: 'Let the port take plain values; the module that calls it maps its own types.',
  },
  {
    name: 'provider-never-imports-another-kind',
    from: /^server\/providers\/([^/]+)\//,
    to: '^server/providers/[^/]+/',
    toExcept: '^server/providers/$1/',
    remedy: 'Move the shared piece to server/platform, or let a module or server/app join the two kinds.',
  },
  {
    name: 'provider-only-by-its-index',
    from: /^server\/(modules|app)\/|^server\/main\.ts$/,
    to: '^server/providers/[^/]+/',
    toExcept: '^server/providers/[^/]+/index\\.ts$',
    remedy: "Import the port from the kind's index.ts; export the missing name there.",
  },
  {
    name: 'module-only-by-its-index',
    from: /^server\/modules\/([^/]+\/[^/]+)\//,
    to: '^server/modules/[^/]+/[^/]+/',
    toExcept: '^server/modules/($1/|[^/]+/[^/]+/index\\.ts$)',
    remedy: "Use the other module's index.ts; if it lacks the use case, add it to that module.",
  },
  {
    name: 'modules-know-no-app',
    from: /^server\/modules\//,
    to: '^server/app/|^server/main\\.ts$',
    remedy: 'Take it as an argument; server/app passes it when it builds the module.',
  },
  {
    name: 'routes-never-touch-stores',
    from: /^server\/modules\/.*-routes\.ts$/,
    to: '-store\\.ts$|^server/(providers|website-reader)/',
    remedy: 'Call a use case from the route; use cases own the store, the providers and the reader.',
  },
  {
    name: 'store-only-db',
    from: /^server\/modules\/([^/]+\/[^/]+)\/.*-store\.ts$/,
    to: '^(server/|npm:|node:)',
    // A module's own files are allowed except the parts above its store.
    toExcept:
      '^server/platform/db/|^npm:(kysely|pg[^/]*)$|^node:|^server/modules/$1/(?!index\\.ts$)(?!.*(-store|-routes|-policy|-jobs|-reads)\\.ts$)(?!present-)',
    remedy: 'A store is the SQL of its own tables: move decisions and calls to the use case.',
  },
  {
    name: 'network-only-through-fetch',
    from: /^server\/(modules|providers|website-reader|app)\//,
    fromExcept: TEST_FILE,
    to: '^(npm:undici|node:https?|node:http2)$',
    remedy: 'Use createOutbound of server/platform/fetch: it holds the timeouts, caps and address checks.',
  },
  {
    name: 'feature-stays-in-its-group',
    from: /^web\/features\/([^/]+)\//,
    to: '^web/features/[^/]+/',
    toExcept: '^web/features/$1/',
    remedy: 'Join features of different groups in web/app; move a shared piece to web/ui or web/lib.',
  },
  {
    name: 'shared-web-knows-no-feature',
    from: /^web\/(ui|lib)\//,
    to: '^web/(features|app)/',
    remedy: 'Take it as a property or argument; the feature passes it in.',
  },
  {
    name: 'feature-never-imports-app',
    from: /^web\/features\//,
    to: '^web/app/',
    remedy: 'Let web/app pass it in, or move it to web/lib.',
  },
]

/** Whether an import from `from` to `to` breaks `rule`. */
export function breaksRule(rule: ImportRule, from: string, to: string): boolean {
  const match = rule.from.exec(from)
  if (!match || rule.fromExcept?.test(from)) return false
  const group = (match[1] ?? '').replace(/[^\w-]/g, '\\$&')
  const pattern = (text: string) => new RegExp(text.replaceAll('$1', group))
  return pattern(rule.to).test(to) && !(rule.toExcept && pattern(rule.toExcept).test(to))
}
