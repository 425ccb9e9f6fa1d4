import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { commandHelp, nounHelp, overviewHelp } from '../arguments/help-text.ts'
import { COMMANDS } from '../command-table.ts'
import { LAUNCHER, runCli } from '../testing/run-cli.ts'

const script = async (shell: string) => (await runCli(['completion', shell])).stdout

/** What bash offers for these words, the last one being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const line = ['leadwright', ...words]
  const program = `${await script('bash')}
COMP_WORDS=(${line.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_leadwright; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr, status } = spawnSync('bash', ['-c', program], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return stdout.split('\n').filter(Boolean)
}

describe('completion', () => {
  it('offers commands, their second words and their options in bash', async () => {
    expect(await offered('ru')).toEqual(['runs'])
    expect(await offered('runs', 'w')).toEqual(['watch'])
    expect(await offered('api', 'GET', '/api/me', '--pag')).toEqual(['--paginate'])
    expect(await offered('members', 'inv')).toEqual(['invite'])
    expect(await offered('webhooks', 'change', '--act')).toEqual(['--active'])
    expect(await offered('nothing', 'x')).toEqual([])
  })

  it('has a script for each shell, and refuses others', async () => {
    expect(await script('zsh')).toContain('bashcompinit')
    expect(await script('fish')).toContain("complete -c leadwright -n '__fish_use_subcommand' -a '")
    const { code, stderr } = await runCli(['completion', 'toString'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')])
  })
})

describe('the command line', () => {
  it('says its version', async () => {
    const [long, command] = [await runCli(['--version']), await runCli(['version', '--json'])]
    expect(long.stdout.trim()).toBe(JSON.parse(command.stdout).version)
  })

  it('has help of at most 80 columns, except what is copied and words that can’t be broken', () => {
    const texts = [
      overviewHelp(COMMANDS, true),
      nounHelp('kit', COMMANDS),
      ...COMMANDS.map((command) => commandHelp(command, COMMANDS).split('\nExamples:')[0]),
    ]
    const wide = texts.flatMap((text) => (text ?? '').split('\n')).filter((line) => line.length > 80)
    expect(wide.filter((line) => !/^(Usage|Also): |^ {2}\S+ [A-Z[]|\S{48}/.test(line))).toEqual([])
  })

  it('ends quietly when nobody reads its output', () => {
    for (const words of ['help --all', 'members', 'members --help', 'help exit-codes']) {
      const line = `'${process.execPath}' '${LAUNCHER}' ${words} | true; echo \${PIPESTATUS[0]}`
      const { stderr, stdout } = spawnSync('bash', ['-c', line], { encoding: 'utf8' })
      expect([words, stderr, stdout]).toEqual([words, '', '0\n'])
    }
  })
})

it('reads all pages of a list, by query or by body', async () => {
  const asked: string[] = []
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const bytes of request) body += bytes
    asked.push(`${request.method} ${request.url} ${body}`)
    const page = Number(/page"?[=:](\d+)/.exec(request.url + body)?.[1])
    reply.setHeader('content-type', 'application/json')
    const isList = !request.url?.startsWith('/api/me')
    reply.end(JSON.stringify(isList ? { data: page < 3 ? [page, page] : [9], total: 5 } : { data: {} }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const env = { LEADWRIGHT_URL: url, LEADWRIGHT_TOKEN: `key_${'a'.repeat(43)}` }
    const got = await runCli(['api', 'GET', '/api/runs?state=queued', '--paginate'], { env })
    expect(JSON.parse(got.stdout)).toEqual({ data: [1, 1, 2, 2, 9], total: 5 })
    expect(asked[1]).toBe('GET /api/runs?state=queued&page=2&limit=200 ')
    const posted = await runCli(['api', 'POST', '/api/local-results/1', '--data', '{"a":1}', '--paginate'], {
      env,
    })
    expect(JSON.parse(posted.stdout).data).toHaveLength(5)
    expect(asked.at(-1)).toBe('POST /api/local-results/1 {"a":1,"page":3,"limit":200}')
    expect((await runCli(['api', 'GET', '/api/me', '--paginate'], { env })).stderr).toContain('not a list')
    expect((await runCli(['api', 'DELETE', '/api/runs', '--paginate'], { env })).code).toBe(2)
  } finally {
    server.close()
  }
})
