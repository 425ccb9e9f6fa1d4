import { resellers } from '#contract/accounts/resellers.ts'
import { showSite, siteOption, updateSite } from '#contract/branding/site.ts'
import { siteSettings } from '#contract/branding/sites.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { parsed, repeated, text } from '../arguments/option-spec.ts'
import { idArgument } from '../arguments/value-parsers.ts'
import { createLeakFinder, type ForeignName, type Leak } from '../brand-check/find-leaks.ts'
import { openPages } from '../brand-check/open-pages.ts'
import { CliError, usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import type { ApiClient } from '../http/api-client.ts'
import { callServer, openClient } from '../http/open-session.ts'

const account = parsed('ID', siteOption.account.help, (texts) => idArgument(texts, '--account'))

/** Colors by option name. */
const COLORS = {
  primary: 'button_color',
  secondary: 'secondary_color',
  heading: 'heading_color',
  text: 'text_color',
  blue: 'blue_color',
  'light-blue': 'light_blue_color',
  sidebar: 'sidebar_background_color',
  login: 'login_page_bg_color',
} as const

function readColor(texts: string): [string, string | null] {
  const [name = '', value = ''] = texts.split('=')
  const field = Object.hasOwn(COLORS, name) ? COLORS[name as keyof typeof COLORS] : undefined
  if (!field || !/^(?:#[0-9a-f]{6})?$/i.test(value))
    throw usageError(`--color must be NAME=#RRGGBB with a name of ${Object.keys(COLORS).join(', ')}`)
  return [field, value || null]
}

const readColors = (texts: string[]) => texts.map(readColor)

/** `leadwright brand set`: sets name and colors of a site. */
const brandSetCommand = defineCommand({
  name: 'brand set',
  summary: 'Change name, colors and addresses of a brand',
  options: {
    account,
    name: text('N', 'Name of the brand'),
    color: repeated(
      'NAME=#RRGGBB',
      `A color: ${Object.keys(COLORS).join(', ')}; leave it empty after = for the default`,
      readColors,
    ),
    'support-email': text('E', 'Address for support requests'),
    'mail-from': text('E', 'Sender address'),
  },
  examples: ['leadwright brand set --account 12 --name "Fox Leads" --color primary=#AA3311 --json'],
  async run(call) {
    const { name, color, account: id, 'support-email': support, 'mail-from': sender } = call.values
    const body = {
      ...(name !== undefined && { name }),
      ...Object.fromEntries(color ?? []),
      ...(support !== undefined && { support_email: support }),
      ...(sender !== undefined && { mail_from: sender }),
    }
    if (Object.keys(body).length === 0) throw usageError('Pass something to change, such as --name N')
    const { data } = await callServer(call, updateSite, {
      query: id === undefined ? {} : { account_id: id },
      body,
    })
    call.terminal.result(data, () => `Brand ${data.name ?? ''} of account ${data.account_id} saved`)
  },
})

/** Names of the product, of the platform and of all other resellers. */
async function foreignNames(client: ApiClient, host: string): Promise<ForeignName[]> {
  const { data: platform } = await client.call(showSite, { query: {} })
  const names: ForeignName[] = [
    { name: 'leadwright', isDomain: true },
    ...(platform.is_platform && platform.name ? [{ name: platform.name, isDomain: false }] : []),
    ...(platform.is_platform ? [{ name: new URL(platform.url).hostname, isDomain: true }] : []),
  ]
  for (let page = 1; ; page += 1) {
    const { data, total } = await client.call(resellers, { query: { page, limit: MAX_PAGE_SIZE } })
    for (const { brand_name, domain } of data)
      if (domain !== host) {
        if (brand_name) names.push({ name: brand_name, isDomain: false })
        if (domain) names.push({ name: domain, isDomain: true })
      }
    if (page * MAX_PAGE_SIZE >= total) break
  }
  // The host name of a machine appears in many texts and identifies nobody.
  return names.filter(({ name }) => !/^(?:localhost|[\d.]+|\[.*\])$/.test(name))
}

/** `leadwright brand check`: checks whether a host shows another brand. */
const brandCheckCommand = defineCommand({
  name: 'brand check',
  summary: 'Open every public page of a host and look for other brands',
  positionals: ['HOST'],
  notes: [
    'For administrators: it knows the names of the product, the platform and all resellers.',
    'Requests the pages from the server you’re signed in to, under the name HOST. Exits with 1 if it finds another brand.',
  ],
  examples: ['leadwright brand check leads.fox.example', 'leadwright brand check leads.fox.example --json'],
  async run(call) {
    const host = call.positionals[0]!.toLowerCase()
    const client = await openClient(call)
    const foreign = await foreignNames(client, host)
    const { data: own } = await client.call(siteSettings, { body: { domain: host } })
    const find = createLeakFinder(foreign, own.name)
    const leaks: Leak[] = []
    let pages = 0
    for await (const { location: where, status, text: shown } of openPages(client.url, host)) {
      if (pages === 0 && status !== 200)
        throw new CliError('notFound', `${host} isn’t served: its first page returned ${status}`)
      pages += 1
      leaks.push(...find(where, shown))
    }
    call.terminal.result({ pages, leaks }, () =>
      leaks.length === 0
        ? `${pages} pages and replies of ${host} show no other brand`
        : leaks.map((leak) => `${leak.location}: ${leak.text}`).join('\n'),
    )
    return leaks.length === 0 ? EXIT.done.code : EXIT.failed.code
  },
})

export const BRAND_COMMANDS = [brandSetCommand, brandCheckCommand]
