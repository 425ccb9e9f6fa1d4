import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ErrorCode } from '#contract/core/errors.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { ApiProblem } from './call-api.ts'
import { ENRICH_TOOLS } from './enrich-tools.ts'
import { LIST_TOOLS, OUTGOING_TOOLS } from './list-tools.ts'
import { type Caller, isReadOnly, type McpTool, mayUse } from './mcp-tool.ts'
import { SEARCH_TOOLS } from './search-tools.ts'

/** Every tool, in the order in which agents see them. */
export const MCP_TOOLS: readonly McpTool[] = [
  ...SEARCH_TOOLS,
  ...LIST_TOOLS,
  ...ENRICH_TOOLS,
  ...OUTGOING_TOOLS,
]

/** Advice for agents about errors whose sentence has none. */
const REMEDIES: Partial<Record<ErrorCode, string>> = {
  validation_failed: 'Correct the arguments and call again.',
  not_found: 'Call list_lists for the existing ids.',
  quote_expired: 'Request a new quote and show its price.',
  insufficient_credits: 'Ask the person to add credits, or quote a smaller limit.',
  credit_cap_reached: 'Quote a smaller limit, ask for a key with a higher daily limit, or continue tomorrow.',
  rate_limited: 'Wait a minute and call again.',
  unavailable: 'Wait a minute and call again.',
  internal: 'Do not repeat a call that starts work: check list_lists or run_status first.',
}

interface Problem {
  code: string
  message: string
  fields?: Record<string, string>
}

const failed = ({ code, message, fields }: Problem): CallToolResult => {
  const remedy = REMEDIES[code as ErrorCode]
  const error = { code, message, ...(fields && { fields }), ...(remedy && { what_to_do: remedy }) }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error }) }] }
}

/** A sentence per wrong argument. */
function wrongArguments(
  tool: McpTool,
  issues: readonly { path: PropertyKey[]; message: string }[],
): CallToolResult {
  const fields = Object.fromEntries(
    issues.map(({ path, message }) => [path.join('.') || 'arguments', message]),
  )
  return failed({ code: 'validation_failed', message: `${tool.name} can’t use these arguments`, fields })
}

function unavailable(name: string, caller: Caller): CallToolResult {
  const tool = MCP_TOOLS.find((tool) => tool.name === name)
  const names = MCP_TOOLS.filter((tool) => mayUse(tool, caller)).map((tool) => tool.name)
  if (!tool)
    return failed({
      code: 'not_found_tool',
      message: `There is no tool "${name}". Tools: ${names.join(', ')}`,
    })
  const why =
    caller.readOnly && !isReadOnly(tool)
      ? 'This connection is read-only'
      : 'This API key, or the person it belongs to, lacks the access'
  return failed({
    code: 'forbidden',
    message: `${why} for ${name}. Ask the person for another key or connection; do not try another way`,
  })
}

/** Runs a tool; any failure becomes a result that says what to do. */
export async function callTool({
  name,
  args,
  caller,
  log,
}: {
  name: string
  args: Record<string, unknown>
  caller: Caller
  log: Log
}): Promise<CallToolResult> {
  const tool = MCP_TOOLS.find((tool) => tool.name === name)
  if (!tool || !mayUse(tool, caller)) return unavailable(name, caller)
  const input = tool.input.safeParse(args)
  if (!input.success) return wrongArguments(tool, input.error.issues)
  try {
    const text = JSON.stringify(await tool.run(caller, input.data))
    return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) }
  } catch (error) {
    if (error instanceof AppError) return failed(error)
    if (error instanceof ApiProblem)
      return failed({
        code: error.body.code ?? 'internal',
        message: error.message,
        fields: error.body.fields,
      })
    log.error({ err: error, tool: name }, 'a tool for agents failed')
    return failed({ code: 'internal', message: 'Something went wrong on the server' })
  }
}
