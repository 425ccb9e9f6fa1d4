import { isTestPath, type SyntaxNode } from './source-files.ts'

const SERVICES = /(?:Deps|Services?)$/

const textAt = (node: unknown): string => String((node as SyntaxNode | null | undefined)?.value ?? '')

/** What a factory of services needs: a type of its dependencies, or `db` handed on in an object. */
function findFinding(node: SyntaxNode): string | null {
  const { type } = node
  if (type === 'TsInterfaceDeclaration' || type === 'TsTypeAliasDeclaration')
    return SERVICES.test(textAt(node.id)) ? `declares ${textAt(node.id)}` : null
  return type === 'TsPropertySignature' && textAt(node.key) === 'db' ? 'hands db on in an object' : null
}

export const noServiceFactory = {
  name: 'no-service-factory',
  remedy: 'Export a function with `ctx: Context` first; declare an event or a question for what is above.',
  appliesTo: (path: string) => path.startsWith('server/modules/') && !isTestPath(path),
  check(node: SyntaxNode, report: (node: SyntaxNode, detail: string) => void): void {
    const finding = findFinding(node)
    if (finding) report(node, finding)
  },
}
