import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { flag } from '../arguments/option-spec.ts'
import { CliError } from '../cli-error.ts'
import { findSession } from '../http/open-session.ts'
import { USER_AGENT } from '../http/user-agent.ts'

const options = { 'read-only': flag('Only read-only tools, whatever the key allows') }
type Call = CommandCall<typeof options>

interface Remote {
  remote: StreamableHTTPClientTransport
  /** Address of the server, for error messages. */
  url: string
}

async function findRemote(call: Call): Promise<Remote> {
  const { url, token } = await findSession(call)
  if (token === null) {
    throw new CliError('denied', `No API key for ${url}`, {
      code: 'unauthorized',
      hint: 'Set LEADWRIGHT_URL and LEADWRIGHT_TOKEN, or: leadwright login --url URL --api-key KEY',
    })
  }
  const address = new URL(`${url}/mcp`)
  if (call.values['read-only']) address.searchParams.set('read_only', '1')
  const requestInit = { headers: { authorization: `Bearer ${token}`, 'user-agent': USER_AGENT } }
  return { remote: new StreamableHTTPClientTransport(address, { requestInit }), url }
}

/** The protocol version agreed on by client and server, sent as a header with later requests. */
function agreedVersion(message: JSONRPCMessage): string | undefined {
  const version = 'result' in message ? message.result.protocolVersion : undefined
  return typeof version === 'string' ? version : undefined
}

/** The server's error as a sentence: its own message if it answered, which the transport wraps. */
function formatError({ message }: Error, url: string): string {
  if (message === 'fetch failed') return `${url} can’t be reached`
  const body = message.slice(message.indexOf('{'))
  try {
    return String(JSON.parse(body).message ?? message)
  } catch {
    return message
  }
}

/** Passes messages between standard input and output and the server until the input ends. */
async function bridge({ terminal }: Call, { remote, url }: Remote): Promise<void> {
  const local = new StdioServerTransport(terminal.input, terminal.output)
  const ended = new Promise<void>((resolve) => {
    local.onclose = resolve
  })
  remote.onmessage = (message) => {
    const version = agreedVersion(message)
    if (version) remote.setProtocolVersion(version)
    void local.send(message)
  }
  local.onmessage = (message) => {
    remote.send(message).catch((error: Error) => {
      const sentence = formatError(error, url)
      terminal.note(`leadwright: ${sentence}`)
      if (!('id' in message) || !('method' in message)) return
      void local.send({ jsonrpc: '2.0', id: message.id, error: { code: -32_000, message: sentence } })
    })
  }
  await remote.start()
  await local.start()
  await ended
  await remote.close()
}

/** `leadwright mcp`: serves the tools for AI agents over standard input and output. */
export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'Connect an AI agent over standard input and output (MCP)',
  options,
  notes: [
    'Needs an API key: LEADWRIGHT_TOKEN, or the one of leadwright login --api-key. The key decides which tools are available.',
    'Agents that speak HTTP don’t need this command: give them the server’s address /mcp and the key.',
  ],
  examples: ['leadwright mcp', 'leadwright mcp --read-only'],
  async run(commandCall) {
    const call = commandCall as unknown as Call
    await bridge(call, await findRemote(call))
  },
})
