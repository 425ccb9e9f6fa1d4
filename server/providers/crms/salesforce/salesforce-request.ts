import * as z from 'zod/mini'
import type { CrmAccess, CrmContext, CrmSetup } from '../crm-adapter.ts'
import { type CrmRequest, createCrmRequest } from '../request-crm.ts'

export const SALESFORCE_LABEL = 'Salesforce'
export const SALESFORCE_URL = 'https://login.salesforce.com'
const VERSION = '/services/data/v61.0'
/** It limits requests by day; this only spreads them. */
export const SALESFORCE_PER_MINUTE = 600

/** The host of an organization, which alone answers its requests. */
const isHost = (host: string): boolean => /^[a-z\d-]+(\.[a-z\d-]+)*\.(salesforce|force)\.com$/.test(host)

/** The account is the host of the organization, unless the operator set another address for the API. */
export function createSalesforceRequest(setup: CrmSetup): CrmRequest {
  const vendor = {
    ...setup,
    label: SALESFORCE_LABEL,
    isLimited: (status: number, message: string) => status === 403 && /request limit exceeded/i.test(message),
  }
  const base = ({ account }: CrmAccess) =>
    setup.baseUrl === SALESFORCE_URL && isHost(account) ? `https://${account}` : setup.baseUrl
  return createCrmRequest(vendor, (access) => `${base(access)}${VERSION}`)
}

/** A text in a query, in quotes. */
export const quoted = (value: string): string => `'${value.replaceAll(/[\\']/g, (sign) => `\\${sign}`)}'`

/** Texts in a query, for `in`. */
export const anyOf = (values: readonly string[]): string => `(${values.map(quoted).join(',')})`

/** All records of a query, page by page. */
export async function querySalesforce<Item extends z.ZodMiniType>(
  request: CrmRequest,
  context: CrmContext,
  query: string,
  item: Item,
): Promise<z.output<Item>[]> {
  const reply = z.object({ records: z.array(item), nextRecordsUrl: z.optional(z.nullable(z.string())) })
  const all: z.output<Item>[] = []
  for (let path = `/query?${new URLSearchParams({ q: query })}`; ; ) {
    const page: z.output<typeof reply> = await request(context, path, { reply })
    all.push(...page.records)
    if (!page.nextRecordsUrl) return all
    path = page.nextRecordsUrl.replace(VERSION, '')
  }
}
